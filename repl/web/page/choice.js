// What clicks mean: a move is chosen site by site, among those that are legal.

// A role may hold a set of sites, kinds or players. Its members are chosen in any order: those on
// the board by clicks, the others by buttons.
const isSet = (r) => /^(sites|kinds|players)$/.test(r.type);
const members = (r) => (r.value === "none" ? [] : r.value.split("+"));

export const sitesOf = (m) =>
  m.roles.flatMap((r) => (isSet(r) ? members(r) : r.type === "site" ? [r.value] : []));

// A Choice knows which sites of a move have been chosen. They stand in the order of the move, from
// its first site on, and may leave some out; or, if the first click was on a later site of moves,
// in any order (loose).
export class Choice {
  constructor(moves = []) {
    const sets = moves.some((m) => m.roles.some(isSet));
    this.moves = moves.map((move) => ({
      move,
      sites: [...sitesOf(move), ...(move.leads && !sets ? [move.leads] : [])],
    }));
    this.sets = sets;
    this.given = this.#given();
    this.reset();
  }
  // given is what all moves begin with, so that nobody has to choose it: the piece that goes on.
  #given() {
    const all = this.moves.filter((m) => m.sites.length).map((m) => m.sites);
    if (this.sets || !all.length || all.some((s) => s.length < 2)) return [];
    return all.every((s) => s[0] === all[0][0]) ? [all[0][0]] : [];
  }
  reset() {
    this.sites = this.given;
    this.loose = this.sets;
  }
  // begun reports whether a player has chosen something.
  get begun() {
    return this.sites.length > this.given.length;
  }
  // left returns the moves that fit what has been chosen.
  left(sites = this.sites, loose = this.loose) {
    return this.moves.filter(({ sites: own }) => {
      if (!sites.length) return true;
      if (loose) return sites.every((s) => own.includes(s));
      if (own[0] !== sites[0]) return false;
      let i = 0;
      return sites.every((s) => (i = own.indexOf(s, i) + 1) > 0);
    });
  }
  // next returns the sites that may be chosen next.
  next() {
    const next = new Set();
    for (const { sites: own } of this.left()) {
      if (!this.sites.length && !this.loose) own.slice(0, 1).forEach((s) => next.add(s));
      else if (this.loose) own.forEach((s) => this.sites.includes(s) || next.add(s));
      else own.slice(own.indexOf(this.sites.at(-1)) + 1).forEach((s) => next.add(s));
    }
    return next;
  }
  // begins reports whether a move can be made with a piece on a site by taking it elsewhere.
  begins(site) {
    return this.left([site], false).some((m) => m.sites.length > 1);
  }
  // click chooses a site. It returns the move that is now whole, or the sites of one that nobody
  // can make, or neither.
  click(site) {
    if (this.sets && this.sites.includes(site)) {
      this.sites = this.sites.filter((s) => s !== site);
      return {};
    }
    const on = [...this.sites, site];
    if (this.left(on, this.loose).length && this.#fresh(site)) return this.#take(on, this.loose);
    if (this.begun && this.sites.at(-1) === site) return this.#drop();
    if (!this.sets && this.left([site], false).length && site !== this.sites[0])
      return this.#take([site], false);
    if (!this.begun && this.left([site], true).length) return this.#take([site], true);
    this.reset();
    return { refused: on };
  }
  // would returns the move that a click on a site would make; null if none.
  would(site) {
    const { sites, loose } = this;
    const { move } = this.click(site);
    this.sites = sites;
    this.loose = loose;
    return move ?? null;
  }
  #fresh(site) {
    return this.loose ? !this.sites.includes(site) : !this.sites.length || this.next().has(site);
  }
  #drop() {
    this.sites = this.sites.slice(0, -1);
    if (!this.sites.length) this.reset();
    return {};
  }
  #take(sites, loose) {
    const left = this.left(sites, loose);
    this.sites = sites;
    this.loose = loose;
    const whole = loose || sites.length > 1 || left[0].sites.at(-1) === sites.at(-1);
    return left.length === 1 && whole ? { move: left[0].move } : {};
  }
  // rest are the moves that no click on the board can tell apart from here: passes, and those that
  // differ in more than their sites, such as the kind of a piece.
  rest() {
    const bare = this.moves.filter((m) => !m.sites.length);
    if (!this.begun) return bare.map((m) => m.move);
    return this.left()
      .filter(({ sites: own }) =>
        this.loose
          ? own.every((s) => this.sites.includes(s))
          : own.at(-1) === this.sites.at(-1),
      )
      .map((m) => m.move);
  }
}
