// Starts the language server and runs the commands above a game in a terminal.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function activate(context) {
  const settings = vscode.workspace.getConfiguration('boardgame');
  const program = settings.get('path');
  client = new LanguageClient(
    'boardgame',
    'Boardgame rules',
    { command: program, args: ['serve', '--protocol', 'lsp'] },
    {
      documentSelector: [{ language: 'boardgame' }],
      initializationOptions: { options: settings.get('options') },
      synchronize: {
        configurationSection: 'boardgame',
        fileEvents: vscode.workspace.createFileSystemWatcher('**/*.rules'),
      },
    },
  );
  for (const verb of ['play', 'test', 'perft']) {
    context.subscriptions.push(
      vscode.commands.registerCommand('boardgame.' + verb, ({ run }) => {
        // The words are given to the program as they are; no shell reads them.
        vscode.window
          .createTerminal({
            name: run.slice(0, 2).join(' '),
            shellPath: program,
            shellArgs: run.slice(1),
          })
          .show();
      }),
    );
  }
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
