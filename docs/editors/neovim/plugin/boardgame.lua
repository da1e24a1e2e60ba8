-- Starts the language server for rules files.
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'boardgame',
  callback = function(event)
    vim.bo[event.buf].commentstring = '# %s'
    vim.bo[event.buf].expandtab = true
    vim.bo[event.buf].shiftwidth = 2
    require('boardgame').attach(event.buf)
  end,
})
