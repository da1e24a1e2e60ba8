// The functions by which the program, itself compiled to WebAssembly, has the browser run the
// modules of games. Package engine imports them as "engine" (run_js.go); whoever starts the program
// puts them among its imports:
//
//   const go = new Go();                       // of Go's wasm_exec.js
//   let exports;
//   go.importObject.engine = bridge(() => exports);
//   ({ exports } = (await WebAssembly.instantiate(bytes, go.importObject)).instance);
//
// Modules, their instances, functions and variables are known by numbers; 0 is none. Arguments and
// results are words of 64 bits in the memory of the program.
export function bridge(exports) {
  const things = [null],
    unused = [];
  const keep = (thing) => {
    const i = unused.pop() ?? things.length;
    things[i] = thing;
    return i;
  };
  let fault = "",
    back = 0;

  // The views of a memory are made again when it has grown.
  const own = { memory: () => exports().mem };
  const bytes = (of) =>
    of.b?.buffer === of.memory().buffer ? of.b : (of.b = new Uint8Array(of.memory().buffer));
  const data = (of) =>
    of.d?.buffer === of.memory().buffer ? of.d : (of.d = new DataView(of.memory().buffer));
  const text = (at, n) => new TextDecoder().decode(bytes(own).subarray(at, at + n));

  // left makes an import of a module: a function of the evaluator, which the program has.
  const left =
    (instance, number) =>
    (...args) => {
      const view = data(own);
      args.forEach((x, i) => view.setBigUint64(back + 8 * i, BigInt.asUintN(64, BigInt(x)), true));
      if (!exports().engineLeft(instance, number)) throw new Error("the evaluator failed");
      return data(own).getInt32(back, true);
    };

  return {
    // setup tells where the program expects the arguments of the evaluator.
    setup(at) {
      back = at;
    },
    compile(at, n) {
      try {
        return keep(new WebAssembly.Module(bytes(own).slice(at, at + n)));
      } catch (e) {
        fault = String(e);
        return 0;
      }
    },
    // start starts a module for the instance of the program with a number; names are those of its
    // imports, by commas.
    start(module, instance, at, n) {
      try {
        const evaluator = {};
        text(at, n)
          .split(",")
          .forEach((name, i) => {
            evaluator[name] = left(instance, i);
          });
        const { exports } = new WebAssembly.Instance(things[module], { evaluator });
        return keep({ exports, memory: () => exports.memory });
      } catch (e) {
        fault = String(e);
        return 0;
      }
    },
    forget(i) {
      things[i] = null;
      unused.push(i);
    },
    fault(at, most) {
      return new TextEncoder().encodeInto(fault, bytes(own).subarray(at, at + most)).written;
    },
    // find returns an export. Types are those of the arguments of a function and of its result: i
    // of 32 bits, I of 64.
    find(instance, at, n, types, m) {
      const f = things[instance].exports[text(at, n)];
      if (!f) return 0;
      const [params, result] = text(types, m).split(">");
      return keep({ f, params, result });
    },
    call(f, stack) {
      const { f: run, params, result } = things[f];
      const view = data(own),
        args = [];
      for (let i = 0; i < params.length; i++) {
        args.push(
          params[i] === "I"
            ? view.getBigInt64(stack + 8 * i, true)
            : view.getInt32(stack + 8 * i, true),
        );
      }
      let x;
      try {
        x = run(...args);
      } catch (e) {
        fault = String(e);
        return 0;
      }
      if (result === "I") data(own).setBigInt64(stack, x, true);
      else if (result === "i") data(own).setBigInt64(stack, BigInt(x >>> 0), true);
      return 1;
    },
    get(global) {
      const x = things[global].f.value;
      return typeof x === "bigint" ? x : BigInt(x >>> 0);
    },
    set(global, x) {
      const g = things[global].f;
      g.value = typeof g.value === "bigint" ? x : Number(BigInt.asIntN(32, x));
    },
    size(i) {
      return bytes(things[i]).length;
    },
    grow(i, pages) {
      try {
        things[i].memory().grow(pages);
        return 1;
      } catch {
        return 0;
      }
    },
    get8(i, at) {
      return data(things[i]).getUint8(at >>> 0);
    },
    get16(i, at) {
      return data(things[i]).getUint16(at >>> 0, true);
    },
    get32(i, at) {
      return data(things[i]).getInt32(at >>> 0, true);
    },
    put8(i, at, x) {
      data(things[i]).setUint8(at >>> 0, x);
    },
    put16(i, at, x) {
      data(things[i]).setUint16(at >>> 0, x, true);
    },
    put32(i, at, x) {
      data(things[i]).setInt32(at >>> 0, x, true);
    },
    copy(i, to, from, n) {
      bytes(things[i]).copyWithin(to, from, from + n);
    },
    clear(i, at, n) {
      bytes(things[i]).fill(0, at, at + n);
    },
    read(i, to, at, n) {
      bytes(own).set(bytes(things[i]).subarray(at, at + n), to);
    },
  };
}
