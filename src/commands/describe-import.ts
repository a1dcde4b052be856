import type { Command } from 'commander';
import type { Session } from './describe-commands.ts';
import type { ImportCommandOptions } from './import.ts';
import { nameFor } from './option-values.ts';
import { DATA, formatOption } from './options.ts';

/** Adds the command that reads spreadsheets. */
export function describeImport(program: Command, { world, finish }: Session): void {
  program
    .command('import')
    .description('turn a spreadsheet (CSV) into operators and claims')
    .argument('<file.csv>', 'the spreadsheet, in UTF-8', nameFor('argument file.csv'))
    .addOption(DATA)
    .option(
      '--mapping <file>',
      'which column is which field or metric (default: <file.csv>.mapping.yaml)',
      nameFor('option --mapping'),
    )
    .option('--update', 'also change operators that exist', false)
    .option('--dry-run', 'only show the report', false)
    .addOption(formatOption('how the report is written', ['text', 'markdown', 'json']))
    .addHelpText('after', IMPORT_HELP)
    .action(async (path: string, options: ImportCommandOptions) => {
      const { runImport } = await import('./import.ts');
      finish(runImport(path, options, world));
    });
}

const IMPORT_HELP = `
The first run writes a guessed mapping file beside the spreadsheet and nothing else. Check and edit it.
The second run imports: each row becomes an operator, and each cell of a mapped metric a claim, with the
evidence and the date that the row gives. Rows with the same name become one operator.

Operators that exist are skipped. With --update, fields that differ are changed in place, another value
of a metric becomes a claim that supersedes the published one, and the same value, seen later, confirms
it. Empty cells change nothing.

A cell that cannot be read is reported, and the rest of its row is still taken. The result is validated
before anything is written.

Exit codes: 0 everything was taken or left out on purpose, 1 a cell or row could not be taken (the
others were), or the result would not be valid (nothing was written), 2 the spreadsheet or the mapping
cannot be read.

Examples:
  operator-api import operators.csv
  operator-api import operators.csv --dry-run --format markdown
  operator-api import operators.csv --update`;
