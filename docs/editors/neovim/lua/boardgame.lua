-- The client of `boardgame lsp`. Settings are in vim.g.boardgame: cmd, options.
local M = {}
local client -- the number of the one client, for Neovim 0.7

local function config(buffer)
  local settings = vim.g.boardgame or {}
  local name = vim.api.nvim_buf_get_name(buffer)
  return {
    name = 'boardgame',
    cmd = settings.cmd or { 'boardgame', 'lsp' },
    root_dir = vim.fn.fnamemodify(name, ':p:h'),
    init_options = { options = settings.options },
  }
end

-- attach starts the server unless it runs already, and connects a buffer with it.
function M.attach(buffer)
  if vim.lsp.start then
    vim.lsp.start(config(buffer), { bufnr = buffer })
    return
  end
  if not client or vim.lsp.client_is_stopped(client) then
    client = vim.lsp.start_client(config(buffer))
  end
  vim.lsp.buf_attach_client(buffer, client)
end

-- The commands above a game run in a terminal.
for _, verb in ipairs({ 'play', 'test', 'perft' }) do
  vim.lsp.commands['boardgame.' .. verb] = function(command)
    vim.cmd('botright new')
    vim.fn.termopen(command.arguments[1].run)
    vim.cmd('startinsert')
  end
end

return M
