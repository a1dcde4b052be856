import { andList, codePointName, phrase, quote, quoteList, showControls } from './quote.ts';

/** The wording of one code. */
interface Wording<Arguments> {
  /** One sentence for the reference page: when this is reported and why. */
  readonly about: string;
  /** What is wrong, without a full stop. */
  readonly headline: (found: Arguments) => string;
  /** What to do next, as one or more sentences. */
  readonly advice: (found: Arguments) => string;
}

/** An entry of the catalogue. Its arguments are those of its findings. */
function entry<Arguments = object>(wording: Wording<Arguments>): Wording<Arguments> {
  return wording;
}

const CARRIAGE_RETURN = 0x0d;

/** A value of a claim or a metric, or what was published as one. */
type Scalar = string | number | boolean | null | undefined;

/** A published claim that states something else. */
interface Restatement {
  readonly claimId: string;
  readonly hasCorrections: boolean;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** The output folder if that publication is in it, and may be a preview; null otherwise. */
  readonly keptIn: string | null;
}

/** How to declare a correction, and how to start over. */
function declare(
  { hasCorrections, today, keptIn }: Omit<Restatement, 'claimId'>,
  condition: string,
  field: string,
  was: Scalar,
): string {
  const entry = correction(today, field, was);
  const lines = hasCorrections
    ? `the corrections of the claim: - ${entry}`
    : `the claim: corrections: [${entry}]`;
  return `If ${condition}, add to ${lines}${keptIn === null ? '' : '.'}${startOver(keptIn)}`;
}

/** An entry of `corrections`, to be pasted. */
function correction(today: string, field: string, was: Scalar): string {
  return `{ at: ${today}, field: ${field}, was: ${inYaml(was)}, reason: … }`;
}

function startOver(keptIn: string | null): string {
  return keptIn === null
    ? ''
    : ` If ${keptIn} was only a preview, delete it or build into another folder to start over.`;
}

/** A value as it is written in YAML. */
function inYaml(value: Scalar): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[A-Za-z][\w ./-]*(?<! )$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  const isWord = /^(?:true|false|null)$/i.test(value);
  return isPlain && !isWord ? value : showControls(JSON.stringify(value));
}

/** A value as an argument of a POSIX shell. */
function inShell(value: Scalar): string {
  const text = String(value);
  return /^[\w./-]+$/.test(text) ? text : showControls(`'${text.replaceAll("'", `'\\''`)}'`);
}

/** A value in a sentence. */
function shown(value: Scalar): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

/**
 * Everything that can be wrong: one entry a code. The headline names what is found, the advice what to
 * write. Codes are API: tools and annotations match on them, so they are added and never renamed.
 */
export const catalogue = {
  'source/not-utf8': entry<{ encoding: string | null }>({
    about: 'A source is read as UTF-8; bytes that are not UTF-8 are never guessed at.',
    headline: ({ encoding }) =>
      encoding === null
        ? 'The file holds bytes that are not UTF-8'
        : `The file is ${encoding}, not UTF-8`,
    advice: () => 'Save the file as UTF-8 and run the check again.',
  }),
  'source/too-large': entry<{ bytes: number; limit: number }>({
    about: 'One source describes one entity; a file this large is a mistake or an attack.',
    headline: ({ bytes, limit }) =>
      `The file has ${bytes} bytes, more than the ${limit} a source may have`,
    advice: () => 'Keep one entity a file, and keep exports and logs out of the data folder.',
  }),
  'source/control-character': entry<{ codePoint: number }>({
    about:
      'YAML allows no control characters but tab and line breaks, and editors disagree on what a carriage return without a line feed is.',
    headline: ({ codePoint }) =>
      codePoint === CARRIAGE_RETURN
        ? 'This carriage return is not followed by a line feed'
        : `The file contains the control character ${codePointName(codePoint)}`,
    advice: ({ codePoint }) =>
      codePoint === CARRIAGE_RETURN
        ? 'Save the file with the line ends of Unix (LF) or Windows (CRLF).'
        : 'Delete the invisible character; it often comes from copied text.',
  }),
  /** isNeeded: whether every service needs this file. */
  'source/empty': entry<{ wants: string; isNeeded: boolean }>({
    about: 'A file without content says nothing; an intended empty list is written as [].',
    headline: () => 'The file is empty',
    advice: ({ wants, isNeeded }) =>
      isNeeded ? `Write ${wants}.` : `Write ${wants}, or delete the file.`,
  }),
  'source/not-a-file': entry<{ kind: string; isNamedLikeSource: boolean }>({
    about: 'Only regular files, and links to them, are read.',
    headline: ({ kind, isNamedLikeSource }) =>
      isNamedLikeSource
        ? `This is ${kind}, not a file`
        : `This is ${kind}, and nothing is read through it`,
    advice: ({ isNamedLikeSource }) =>
      isNamedLikeSource
        ? 'Names that end in .yaml belong to files; rename or remove it.'
        : 'Put the folder itself in its place, or remove it.',
  }),
  'source/not-a-folder': entry({
    about: 'A file in place of a folder of sources would look like an empty folder.',
    headline: () => 'This is a file, not a folder',
    advice: () =>
      'operators and facts are folders, with a file for each operator; rename or remove this one.',
  }),
  'source/link-outside': entry<{ target: string }>({
    about: 'A symbolic link that leaves the data folder would publish files nobody reviewed.',
    headline: ({ target }) =>
      `The symbolic link leaves the data folder (it points to ${quote(target)})`,
    advice: () => 'Copy what it points to into the data folder instead.',
  }),
  'source/broken-link': entry<{ target: string; isCircle: boolean }>({
    about: 'A symbolic link whose target is missing cannot be read.',
    headline: ({ target, isCircle }) =>
      isCircle
        ? `The symbolic link points to ${quote(target)}, which leads back to it`
        : `The symbolic link points to ${quote(target)}, which does not exist`,
    advice: () => 'Let it point to a file, or delete it.',
  }),
  'source/case-clash': entry<{ other: string }>({
    about: 'Names that differ only by case are one file on Windows and macOS.',
    headline: ({ other }) => `The file name differs from ${quote(other)} only by case`,
    advice: () => 'Give this one another name, or delete it if it is a copy.',
  }),
  'source/unexpected-file': entry<{ near: string | null }>({
    about:
      'The content of a file that nothing reads would not be published. Directly in the data folder, and in operators and facts, only sources belong: pictures, tables and notes go elsewhere. README and LICENSE files, hidden files, what editors leave behind, and other folders without YAML are ignored.',
    headline: () => 'No part of the service reads this file',
    advice: ({ near }) =>
      near === null
        ? 'Move it out of the data folder, or rename it if it is a source: service.yaml, metrics.yaml, categories.yaml, operators/<slug>.yaml and facts/<slug>.yaml are read.'
        : `Rename it, or move it out of the data folder.${didYouMean(near)}`,
  }),
  'source/unexpected-folder': entry<{ near: string | null }>({
    about: 'A folder of sources that nothing reads has the wrong name or is in the wrong place.',
    headline: () => 'No part of the service reads the files in this folder',
    advice: ({ near }) =>
      `Rename it, move its files, or move it out of the data folder; sources are read in operators and in facts, and not in folders below these.${didYouMean(near)}`,
  }),
  'source/missing-file': entry<{ name: string; holds: string }>({
    about: 'The service cannot be described without these files.',
    headline: ({ name }) => `The data folder has no ${name}`,
    advice: ({ name, holds }) => `Add ${name}: it holds ${holds}.`,
  }),
  'source/wrong-folder': entry<{ likely: string }>({
    about: 'A folder above or below the data folder was named instead of it.',
    headline: () => 'No file in this folder is a source',
    advice: ({ likely }) => `Name the folder that holds service.yaml.${didYouMean(likely)}`,
  }),

  'yaml/syntax': entry<{ problem: string }>({
    about: 'The text is not YAML 1.2.',
    headline: ({ problem }) => `The YAML cannot be read: ${phrase(problem)}`,
    advice: () =>
      'Compare with a file that works; indentation, quotes and colons are the usual causes.',
  }),
  'yaml/merge-conflict': entry({
    about: 'Where Git could not join two versions of some lines, it leaves both and marks them.',
    headline: () => 'A merge conflict was left in the file',
    advice: () =>
      'Keep the lines that are right, and delete the others and those with <<<<<<<, |||||||, ======= and >>>>>>>.',
  }),
  /** beginsEntry: whether the keys after it are repeated too, as in two entries of a list. */
  'yaml/duplicate-key': entry<{ key: string; beginsEntry: boolean }>({
    about: 'A map has each key once; which of two values is meant is never guessed.',
    headline: ({ key }) => `The key ${quote(key)} appears a second time`,
    advice: ({ beginsEntry }) =>
      beginsEntry
        ? 'Write a hyphen and a space before it if another entry of a list begins here; otherwise keep one of the two, and of what follows, and delete the other.'
        : 'Keep one of the two and delete the other.',
  }),
  'yaml/key-not-text': entry<{ key: string }>({
    about: 'Every key is plain text.',
    headline: ({ key }) => `The key ${quote(key)} is not text`,
    advice: () => 'Write the name of a field as the key.',
  }),
  'yaml/decimal-comma': entry<{ written: string; isList: boolean }>({
    about:
      'A number is written with a point. Inside brackets and braces a comma ends it, and what follows would be read as an entry of its own. Numbers alone may be entries of a list; a space after the comma says so of all others.',
    headline: ({ written, isList }) =>
      `The comma in ${quote(written)} ends the value, and what follows it is read as another ${isList ? 'entry' : 'field'}`,
    advice: ({ written, isList }) => {
      const number = withPoint(written);
      const texts = `put quotes around text that holds a comma${isList ? '; write a space after the comma between two entries' : ''}`;
      if (number === null) return `${capitalise(texts)}.`;
      return /^[-+\d.,]*$/.test(written)
        ? `Write ${number}; put quotes around it if it is text.`
        : `Write ${number}, without a unit, if it is a number; ${texts}.`;
    },
  }),
  'yaml/several-documents': entry({
    about: 'One file holds one document.',
    headline: () => 'A second YAML document starts here',
    advice: () =>
      'Delete the line with --- or ..., or move what follows it into a file of its own.',
  }),
  'yaml/directive': entry<{ directive: string }>({
    about: 'Sources are YAML 1.2; a directive could change what the text means.',
    headline: ({ directive }) => `The file contains the directive ${quote(directive)}`,
    advice: () => 'Delete the line; sources are always read as YAML 1.2.',
  }),
  'yaml/tag': entry<{ tag: string; isKnown: boolean }>({
    about:
      'Tags other than those of the YAML 1.2 core schema have no meaning here, and those must fit their value.',
    headline: ({ tag, isKnown }) =>
      isKnown
        ? `The tag ${quote(tag)} does not fit the value after it`
        : `The tag ${quote(tag)} is not known`,
    advice: () =>
      'Delete the tag and write the value plainly; put quotes around text that starts with "!".',
  }),
  /** read: the text before the comment; may be empty. */
  'yaml/cut-by-comment': entry<{ read: string }>({
    about:
      'A # after a space starts a comment, so the rest of the text would be lost without notice. A comment after a value needs a space after its #.',
    headline: ({ read }) =>
      `The value is read as ${read === '' ? 'empty (null)' : quote(read)}, and what follows is a comment, which is not published`,
    advice: () => 'Put the text in quotes, or write a space after the # if it is a comment.',
  }),
  /** found, move: in which column it is, and how to move it; null where that is not known. */
  'yaml/joined-entry': entry<{ found: string | null; move: string | null }>({
    about:
      'A line that is indented further than the text above continues that text, even if it starts with a hyphen. Two list entries would be published as one without notice.',
    headline: ({ found }) =>
      found ?? 'This line is read as part of the text above it, not as an entry of a list',
    advice: ({ move }) =>
      `${move === null ? 'Write the hyphens of a list exactly below each other, each with a space after it' : capitalise(`${move}, or else two entries are read as one`)}; put quotes around the whole text if the hyphen is a part of it.`,
  }),
  /** isTypographic: at both ends; otherwise a plain one, at the end alone. */
  'yaml/stray-quote': entry<{ isTypographic: boolean }>({
    about:
      'YAML only knows the quotes " and \', and only at the start of a text; all others would be published as part of it.',
    headline: ({ isTypographic }) =>
      isTypographic
        ? 'These quotes are typographic, and YAML reads them as part of the text'
        : 'This text ends with a quote that was never opened, and YAML reads it as part of the text',
    advice: ({ isTypographic }) =>
      isTypographic
        ? 'Replace both with ", or delete both; put " around the whole text if the quotes are part of it.'
        : "Add an opening quote, or delete this one; put ' around the whole text if the quote is a part of it.",
  }),
  'yaml/unused-anchor': entry<{ anchor: string }>({
    about:
      'A & before a value makes a label of the word after it, which aliases refer to. If no alias does, it was meant as text, and would be lost without notice.',
    headline: ({ anchor }) =>
      `${quote(`&${anchor}`)} is read as a label that no alias uses, and is not published`,
    advice: () => 'Put the text in quotes if this is a part of it; otherwise delete the label.',
  }),
  'yaml/alias-bomb': entry<{ limit: number }>({
    about: 'Aliases that multiply into a huge document are refused.',
    headline: ({ limit }) => `The aliases of this file expand to more than ${limit} characters`,
    advice: () => 'Write the values out, or use fewer aliases of aliases.',
  }),
  'yaml/alias-cycle': entry<{ anchor: string }>({
    about: 'A value cannot contain itself.',
    headline: ({ anchor }) => `The alias ${quote(`*${anchor}`)} is inside the value it names`,
    advice: () => 'Write the value out.',
  }),
  /** nearest: null where the number itself is beyond what every reader keeps exact. */
  'yaml/number-inexact': entry<{ written: string; nearest: string | null }>({
    about:
      'A number that a JSON reader would round (beyond 2^53, or with more digits than a double carries) would be published wrong.',
    headline: ({ written, nearest }) =>
      nearest === null
        ? `The number ${quote(written)} is beyond ${Number.MAX_SAFE_INTEGER}, where JSON readers start to round`
        : `The number ${quote(written)} would be published as ${nearest}`,
    advice: () => 'Write fewer digits, or, where the field takes text, put the value in quotes.',
  }),
  'yaml/number-not-finite': entry<{ written: string }>({
    about: 'JSON has no infinities and no NaN.',
    headline: ({ written }) => `${quote(written)} is not a number that JSON can carry`,
    advice: () => 'Write a finite number, or null if the field allows it.',
  }),
  'yaml/reserved-key': entry<{ key: string }>({
    about:
      'JavaScript gives this key a meaning of its own, so that readers of the JSON could lose it or be harmed by it.',
    headline: ({ key }) => `The key ${quote(key)} cannot be used`,
    advice: () => 'Delete the line, or choose another name.',
  }),
  'yaml/character': entry<{ codePoint: number }>({
    about: 'Text with control characters or half a surrogate pair cannot be published safely.',
    headline: ({ codePoint }) => `The text holds the character ${codePointName(codePoint)}`,
    advice: () => 'Remove its escape sequence.',
  }),
  'yaml/too-deep': entry({
    about: 'Sources are flat; text nested this deep is a mistake or an attack.',
    headline: () => 'The values are nested too deep',
    advice: () => 'Look for a bracket or an indentation too many.',
  }),

  /** belongsTo: what misses it, one level above or below. */
  'field/unknown': entry<{
    key: string;
    near: string | null;
    known: readonly string[];
    belongsTo: string | null;
  }>({
    about: 'A key that nothing reads is a typing error; it would be lost silently.',
    headline: ({ key }) => `The field ${quote(key)} is not known here`,
    advice: ({ key, near, known, belongsTo }) => {
      if (belongsTo !== null)
        return `It belongs to ${belongsTo}: correct its indentation, or move it there.`;
      return near === null
        ? `Fields here are ${known.join(', ')}.`
        : `Did you mean ${quote(withColon(key, near))}?`;
    },
  }),
  'field/comma': entry<{ key: string }>({
    about: 'Inside braces a comma ends a text, and what follows it is read as another field.',
    headline: ({ key }) => `A comma ends the text before ${quote(key)}`,
    advice: () => 'Put quotes around text that holds a comma.',
  }),
  'field/merge-key': entry({
    about: 'Sources are YAML 1.2, which has no merge keys: the fields to be merged are not read.',
    headline: () => 'The file uses the merge key "<<" of YAML 1.1',
    advice: () => 'Write the fields out; an alias (*name) can only replace a whole value.',
  }),
  /** more: other fields that the same map lacks. free: an id that nothing has yet. */
  'field/missing': entry<{
    key: string;
    hint: string | null;
    more?: readonly { readonly key: string; readonly hint: string | null }[];
    free?: string | null;
  }>({
    about: 'A required field is absent. Fields that one map lacks are reported together.',
    headline: ({ key, more = [] }) =>
      more.length === 0
        ? `The field ${quote(key)} is missing`
        : `The fields ${andList([key, ...more.map((field) => field.key)].map(quote))} are missing`,
    advice: ({ key, hint, more = [], free }) => {
      const fields = [{ key, hint }, ...more];
      // What a hint explains in brackets would make a long list longer.
      const brackets = more.length > 2 ? / \([^)]*\)/g : '';
      const added = fields.map(({ key, hint }) =>
        hint === null ? key : `${key}: ${hint.replace(brackets, '')}`,
      );
      return `Add ${added.join('; ')}.${isFree(free)}`;
    },
  }),
  /**
   * write: what is wanted, in full. omit: what to leave out until a value is known that cannot be null.
   * free: an id that nothing has yet.
   */
  'field/type': entry<{
    key: string;
    found: string;
    wanted: string;
    write: string;
    omit?: string | null;
    free?: string | null;
  }>({
    about:
      'A field holds another kind of value than it should; YAML 1.2 decides what a plain value is.',
    headline: ({ key, found, wanted }) => `${key} is ${found}, not ${wanted}`,
    advice: ({ found, write, omit, free }) => {
      const trap = write.startsWith('text') ? quotesTrap(found) : plainTrap(found, write);
      return `Write ${write}${trap}.${leaveOut(found, omit)}${isFree(free)}`;
    },
  }),
  'field/choice': entry<{
    key: string;
    found: string;
    choices: readonly string[];
    near: string | null;
    isNullable: boolean;
    omit?: string | null;
  }>({
    about: 'A field takes one of a few words.',
    headline: ({ key, found }) => `${key} is ${found}, which is not one of its values`,
    advice: ({ found, choices, near, isNullable, omit }) =>
      `Write ${quoteList(choices)}${isNullable ? ', or null where it is not known' : ''}.${didYouMean(near)}${leaveOut(found, omit)}`,
  }),
  'field/range': entry<{ key: string; found: string; wanted: string; free?: string | null }>({
    about: 'A number is outside of what the field can mean.',
    headline: ({ key, found, wanted }) => `${key} is ${found}, not ${wanted}`,
    advice: ({ wanted, free }) => `Write ${wanted}.${isFree(free)}`,
  }),
  'field/list-empty': entry<{ key: string }>({
    about: 'A list that must say something is empty.',
    headline: ({ key }) => `The list ${key} is empty`,
    advice: () => 'Add at least one entry.',
  }),
  'field/repeated-entry': entry<{ key: string; first: string }>({
    about:
      'An entry that occurs twice was copied by mistake, and would be counted twice; a ranking cannot use the same field twice.',
    headline: ({ key, first }) => `${key} has this entry on ${first} already`,
    advice: () => 'Delete one of the two, or correct the wrong one.',
  }),
  /** blockSign: what begins a block of text there, such as ">2"; null where nothing does. */
  'field/blank': entry<{ key: string; isNullable: boolean; blockSign: string | null }>({
    about: 'Empty text and null are the same empty cell in CSV, so only null may mean "nothing".',
    headline: ({ key }) => `${key} is blank text`,
    advice: ({ isNullable, blockSign }) =>
      (isNullable ? 'Write the text, or null if there is none.' : 'Write the text.') +
      (blockSign === null
        ? ''
        : ` Here, ${blockSign} starts a block of text, and the block is empty; put quotes around it if it is the text.`),
  }),
  /**
   * after: what a spreadsheet may take for a separator before the sign; null at the start.
   * isNumber: whether it starts like a number.
   */
  'field/csv-unsafe': entry<{
    key: string;
    found: string;
    first: string;
    after?: string | null;
    isNumber: boolean;
  }>({
    about:
      'Spreadsheets run a cell that starts with =, +, -, @, a tab or a carriage return as a formula, and some take the full-width forms of these signs for them. Text with such a sign after a semicolon, a tab, a vertical bar or a line break is refused too, because a spreadsheet may be told to split cells there. After a comma, = is refused, and +, - and @ are refused without a space between; all other signs inside a text are accepted. So the CSV stays both faithful and safe.',
    headline: ({ key, found, first, after = null }) =>
      after === null
        ? `${key} is ${quote(found)}, and a spreadsheet could run text that starts with ${first} as a formula`
        : `${key} is ${quote(found)}, and a spreadsheet that splits cells at ${after} could run the text from ${first} on as a formula`,
    advice: ({ found, first, after = null, isNumber }) => {
      if (after !== null)
        return `Write a letter or a digit between ${after} and ${first}, or reword the text; quotes do not help.`;
      return isNumber
        ? `If the metric is a number, write one (${withPoint(found) ?? 'digits, a sign and a point only'}, without quotes or a unit); if it is text, start it with a letter or a digit.`
        : 'Start the text with a letter or a digit; quotes around it do not help.';
    },
  }),
  'field/invisible': entry<{ key: string; codePoint: number }>({
    about:
      'Invisible characters, and those that change the direction of text, make different texts look the same and hide what a program reads. Joiners, variation selectors and tags are accepted where a script or an emoji needs them, such as in the flag of Wales, and direction marks everywhere. Characters for private use and code points that are not characters look different in each program.',
    headline: ({ key, codePoint }) =>
      `${key} holds the unreadable character ${codePointName(codePoint)}`,
    advice: () => 'Delete it, or retype the text; such characters often come from copied text.',
  }),
  'field/lost-character': entry<{ key: string }>({
    about:
      'U+FFFD replaces a character when text is read in the wrong encoding, and nobody can tell which character it was.',
    headline: ({ key }) => `${key} holds U+FFFD, which replaces a character that was lost`,
    advice: () =>
      'Retype the text, or restore the file; a program read it in the wrong encoding and saved the result.',
  }),
  'field/outer-space': entry<{
    key: string;
    verb: 'begins' | 'ends';
    space: 'space' | 'tab' | 'line break';
  }>({
    about:
      'A space or a line break at the end of a text is invisible, but matters when texts are compared or put into a sentence. "|" and ">" leave one; "|-" and ">-" do not.',
    headline: ({ key, verb, space }) => `${key} ${verb} with a ${space}`,
    advice: ({ verb, space }) => {
      if (space !== 'line break') return `Delete the ${space}.`;
      return verb === 'ends'
        ? 'Write it on one line; or, if the text has several, start it with |- or >- instead of | or >.'
        : 'Delete it: the text starts on the line after |- or >-, without an empty line before it.';
    },
  }),
  'field/slug': entry<{ key: string; found: string; problem: string }>({
    about: 'A slug is part of an address: lower-case letters, digits and single hyphens.',
    headline: ({ key, found, problem }) => `${key} is ${quote(found)}, and a slug ${problem}`,
    advice: () =>
      'Write lower-case letters and digits, joined by single hyphens, such as "lowest-fees".',
  }),
  'field/metric-key': entry<{ key: string; found: string }>({
    about: 'A metric key is part of claim ids, which are part of addresses and of names of files.',
    headline: ({ key, found }) => `${key} is ${quote(found)}, which cannot be a metric key`,
    advice: () =>
      'Start with a lower-case letter and go on with at most 63 lower-case letters, digits and underscores, such as "withdrawal_fee_usd".',
  }),
  /** isNew: whether it is the id of the claim itself, not of another one. free: an id for it. */
  'field/claim-id': entry<{ found: string; isNew: boolean; free?: string | null }>({
    about: 'A claim id is its metric, an underscore and a number.',
    headline: ({ found }) => `The claim id ${quote(found)} is not of the form <metric>_<number>`,
    advice: ({ isNew, free }) =>
      isNew
        ? `Write the metric, an underscore and a number that no claim has used before, of at most 15 digits and without leading zeros.${isFree(free)}`
        : 'Write the id of the claim that replaced this one, or null if none did.',
  }),
  'field/too-long': entry<{ key: string; most: number }>({
    about: 'A quote is short enough to be cited.',
    headline: ({ key, most }) => `${key} has more than ${most} characters`,
    advice: ({ most }) => `Keep the words that state the value, at most ${most} characters.`,
  }),
  'field/url': entry<{ key: string; found: string; problem: string; write: string }>({
    about:
      'Links are absolute http or https URIs (RFC 3986) without credentials; all other characters are percent-encoded.',
    headline: ({ key, found, problem }) => `${key} is ${quote(found)}, and ${problem}`,
    advice: ({ write }) => `Write ${write}.`,
  }),
  'field/email': entry<{ key: string; found: string }>({
    about: 'A contact address must be able to receive mail.',
    headline: ({ key, found }) => `${key} is ${quote(found)}, which is not an e-mail address`,
    advice: () => 'Write one address, such as "data@compare.example".',
  }),
  'field/base-url': entry<{ found: string }>({
    about:
      'Files are written below api/v1, so the address they are published at ends the same way.',
    headline: ({ found }) => `"base_url" is ${quote(found)}, whose path does not end in /api/v1`,
    advice: () =>
      'Write the address at which the folder api/v1 is published, such as "https://compare.example/api/v1".',
  }),
  'field/timestamp': entry<{ key: string; found: string; problem: string }>({
    about: 'A moment is a date, or an RFC 3339 timestamp in UTC.',
    headline: ({ key, found, problem }) => `${key} is ${quote(found)}, and ${problem}`,
    advice: () =>
      'Write a date, or date and time in UTC, such as 2026-10-02 or 2026-10-02T09:30:00Z.',
  }),

  'service/contact': entry({
    about: 'Readers need a way to report an error.',
    headline: () => '"contact" has neither an email nor a url',
    advice: () => 'Add contact.email, contact.url or both.',
  }),
  'service/early-sunset': entry<{ since: string; sunset: string }>({
    about: 'An API is deprecated before it ends, or at the same time, to give its users notice.',
    headline: ({ since, sunset }) =>
      `"sunset" is ${sunset}, before the API is deprecated at ${since}`,
    advice: () => 'Write a later sunset, an earlier since, or null while the end is not known.',
  }),
  'operator/kyc-threshold': entry<{ level: string | null; threshold: number | null }>({
    about: 'kyc_threshold_usd is a number when, and only when, kyc_level is threshold.',
    headline: ({ level, threshold }) =>
      threshold === null
        ? `"kyc_level" is ${quote(level ?? '')}, but no "kyc_threshold_usd" is given`
        : `"kyc_threshold_usd" is ${threshold}, but "kyc_level" is ${level === null ? 'null' : quote(level)}`,
    advice: ({ threshold }) =>
      threshold === null
        ? 'Give kyc_threshold_usd the amount in US dollars, or choose another kyc_level.'
        : 'Set kyc_threshold_usd to null, or kyc_level to threshold.',
  }),
  'fee/figures': entry<FeeFigure>({
    about: 'The model of a fee says which of amount, currency and percent it needs.',
    headline: ({ model, field, problem }) =>
      problem === 'missing'
        ? `A fee with the model ${quote(model)} needs ${quote(field)}`
        : `A fee with the model ${quote(model)} cannot have ${quote(field)}`,
    advice: feeAdvice,
  }),
  'figure/twice': entry<{ what: 'fee' | 'limit'; field: string }>({
    about: 'A fee or limit takes its figure from a metric, or has it written, not both.',
    headline: ({ what, field }) => `The ${what} has both "metric" and ${quote(field)}`,
    advice: ({ field }) =>
      `Delete ${field}, since the current claim of the metric states it; or delete metric.`,
  }),
  'figure/metric': entry<FigureMetric>({
    about:
      'The metric that states the figure of a fee or limit is a number, and its unit is the currency, or % for a percentage.',
    headline: ({ metric, what, unit, model, problem }) =>
      `The ${what} takes its figure from ${quote(metric)}, ${FIGURE_PROBLEMS[problem]({ unit, model })}`,
    advice: ({ metric, problem }) =>
      problem === 'no-claim'
        ? `Add a claim of ${metric}, write the amount instead of metric, or delete the limit. null would say that there is no limit.`
        : problem === 'range'
          ? 'Correct the claim, or write the figure instead of metric.'
          : 'Name another metric, or write the figure instead of metric.',
  }),
  'figure/disagrees': entry<{
    what: 'fee' | 'limit';
    field: string;
    written: number;
    metric: string;
    claimId: string;
    value: string;
  }>({
    about:
      'A figure is kept in one place. The metric that states it for another operator has a current claim here, and the two differ.',
    headline: ({ what, field, written, claimId, value }) =>
      `The ${what} has the ${field} ${written}, but the claim ${quote(claimId)} says ${value}`,
    advice: ({ metric, field }) =>
      `Write metric: ${metric} instead of ${field === 'amount' ? 'amount and currency' : field}, so that the claim states it. If the claim is out of date, supersede it.`,
  }),
  'limit/currency': entry<{ amount: number }>({
    about: 'An amount without a currency cannot be compared.',
    headline: ({ amount }) => `The limit has the amount ${amount}, but no "currency"`,
    advice: () => 'Give currency a value, such as USDT.',
  }),
  'operator/ending': entry<{
    status: string;
    field: string;
    problem: 'missing' | 'contradicts';
  }>({
    about:
      'A closed operator has ended_at; a merged one also has merged_into; an active one has neither.',
    headline: ({ status, field, problem }) =>
      problem === 'missing'
        ? `An operator with the status ${quote(status)} needs ${quote(field)}`
        : `An operator with the status ${quote(status)} cannot have ${quote(field)}`,
    advice: ({ status, field, problem }) =>
      problem === 'missing'
        ? field === 'ended_at'
          ? 'Add ended_at: the date, such as 2026-08-01.'
          : 'Add merged_into: the slug of the operator that it merged into.'
        : status === 'active'
          ? `Delete ${field}, or write status: closed or status: merged.`
          : `Delete ${field}, or write status: merged.`,
  }),
  'operator/merged-into': entry<{
    target: string;
    problem: 'itself' | 'unknown' | 'ended';
    near: string | null;
  }>({
    about: 'An operator merges into another one that is still active.',
    headline: ({ target, problem }) =>
      `The operator is merged into ${problem === 'itself' ? 'itself' : `${quote(target)}, ${problem === 'ended' ? 'which has ended too' : 'which no operator has as its slug'}`}`,
    advice: ({ near, problem }) =>
      problem === 'ended'
        ? 'Name the operator that this one led to, or write status: closed.'
        : `Write the slug of the operator that goes on.${didYouMean(near)}`,
  }),
  'operator/duplicate-slug': entry<{ name: string; first: string }>({
    about: 'The former slugs of an operator are addresses, so no other operator has them.',
    headline: ({ name, first }) => `The slug ${quote(name)} already belongs to ${first}`,
    advice: () => 'Delete it here if the other operator had it first. A slug is never used again.',
  }),
  'operator/no-date': entry({
    about: 'Without updated_at, the newest date among claims and sources is that of the record.',
    headline: () => 'The operator has no "updated_at", and no claim or source with a date',
    advice: () => 'Add updated_at, such as 2026-10-02, or a source with accessed_at.',
  }),
  'metric/bounds': entry<{ problem: string }>({
    about: 'min and max are bounds of numbers.',
    headline: ({ problem }) => problem,
    advice: () => 'Correct the bounds, or delete them.',
  }),
  'metric/replaced-in-use': entry({
    about: 'A metric is replaced when it is retired.',
    headline: () => '"replaced_by" is given, but the metric is not retired',
    advice: () => 'Add retired_at: the date, such as 2026-09-01; or delete replaced_by.',
  }),
  'metric/replaced-by': entry<{
    target: string;
    problem: 'itself' | 'unknown' | 'retired';
    near: string | null;
  }>({
    about: 'The metric that replaces a retired one is another metric that is in use.',
    headline: ({ target, problem }) =>
      `The metric is replaced by ${problem === 'itself' ? 'itself' : `${quote(target)}, ${problem === 'retired' ? 'which is retired too' : 'which is not in metrics.yaml'}`}`,
    advice: ({ near }) => `Write the key of a metric that is in use, or null.${didYouMean(near)}`,
  }),
  'claim/retired-metric': entry<{
    claimId: string;
    metric: string;
    at: string;
    by: string | null;
  }>({
    about: 'A retired metric has no current claims.',
    headline: ({ claimId, metric, at }) =>
      `The claim ${quote(claimId)} is current, but the metric ${quote(metric)} was retired at ${at}`,
    advice: ({ by }) =>
      by === null
        ? 'Retract the claim, since nothing replaces the metric.'
        : `Add a claim of ${by}, and its claim_id as superseded_by here; or retract this claim.`,
  }),
  'category/retired-metric': entry<{ metric: string; at: string; by: string | null }>({
    about: 'A ranking goes by metrics that are in use.',
    headline: ({ metric, at }) => `The metric ${quote(metric)} was retired at ${at}`,
    advice: ({ by }) =>
      by === null ? 'Use another metric, or remove the category.' : `Use ${by} instead.`,
  }),
  'claim/implausible': entry<{
    metric: string;
    found: string;
    bound: 'min' | 'max';
    limit: number;
  }>({
    about: 'The value of a current claim is within the min and max of its metric, inclusive.',
    headline: ({ metric, found, bound, limit }) =>
      `The value of ${quote(metric)} is ${found}, ${bound === 'min' ? 'less than its min' : 'more than its max'}, ${limit}`,
    advice: ({ bound }) => `Correct the value; if it is right, change ${bound} in metrics.yaml.`,
  }),
  'claim/observations-order': entry<{ earlier: string; later: string }>({
    about: 'The times at which a claim was seen are in ascending order, each once.',
    headline: ({ earlier, later }) => `"observed_at" has ${later} after ${earlier}`,
    advice: () => 'Write the times in ascending order, the newest last, each once.',
  }),
  'claim/two-fates': entry({
    about: 'A claim is current, superseded or retracted.',
    headline: () => 'The claim is both superseded and retracted',
    advice: () => 'Keep superseded_by or retracted, not both.',
  }),

  /** hasFacts: whether its claims are in a file of the same name. */
  'operator/file-name': entry<{
    found: string;
    problem: string;
    hasFacts: boolean;
    near: string | null;
  }>({
    about: 'The file name is the slug and so part of the address.',
    headline: ({ found, problem }) =>
      `The file name ${quote(found)} cannot be a slug, which ${problem}`,
    advice: ({ hasFacts, near }) => {
      const files = hasFacts ? 'this file, and the one in facts,' : 'the file';
      return near === null
        ? `Give ${files} another name: at most 64 lower-case letters and digits, joined by single hyphens.`
        : `Rename ${files} to ${quote(`${near}.yaml`)}.`;
    },
  }),
  'operator/duplicate-id': entry<{ id: number; first: string; free?: string | null }>({
    about: 'An id belongs to one operator permanently.',
    headline: ({ id, first }) => `The id ${id} already belongs to ${first}`,
    advice: ({ free }) => `Give the newer operator an id that was never used.${isFree(free)}`,
  }),
  'operator/duplicate-name': entry<{ name: string; first: string }>({
    about:
      'A fact names its operator by name alone, so two names that look the same could not be told apart. The encoding of a letter, the width of a space and invisible characters make no difference; letters of another alphabet do, whatever they look like.',
    headline: ({ name, first }) => `The name ${quote(name)} already belongs to ${first}`,
    advice: () =>
      'Rename the operator that is newer or wrong. If both have this name, add something that distinguishes them, such as the jurisdiction.',
  }),
  /** isSlug: whether it is a valid slug. */
  'facts/no-operator': entry<{ slug: string; isSlug: boolean; near: string | null }>({
    about: 'Claims belong to an operator; the file name says to which.',
    headline: ({ slug }) => `No operator has the slug ${quote(slug)}`,
    advice: ({ slug, isSlug, near }) =>
      (isSlug
        ? `Add operators/${slug}.yaml, rename this file or that of its operator, or delete this one if it is a copy.`
        : 'Rename this file to match that of its operator, or delete it if it is a copy.') +
      didYouMean(near),
  }),
  'metric/duplicate-key': entry<{ metric: string; first: string }>({
    about: 'A metric is defined once.',
    headline: ({ metric, first }) => `The metric ${quote(metric)} is already defined on ${first}`,
    advice: () => 'Keep one definition and delete the other.',
  }),
  'metric/unknown': entry<{ metric: string; near: string | null }>({
    about:
      'A claim, a fee, a limit or a category names a metric that metrics.yaml does not define.',
    headline: ({ metric }) => `The metric ${quote(metric)} is not in metrics.yaml`,
    advice: ({ near }) =>
      near === null
        ? 'Define it in metrics.yaml, or correct the name. The key of a published metric never changes: if it was renamed in metrics.yaml, put it back.'
        : `Define it in metrics.yaml, or correct the name.${didYouMean(near)} If that is misspelt, correct it in metrics.yaml.`,
  }),
  'claim/duplicate-id': entry<{ claimId: string; first: string; free?: string | null }>({
    about: 'A claim id is used once in the whole dataset.',
    headline: ({ claimId, first }) => `The claim id ${quote(claimId)} is already used in ${first}`,
    advice: ({ free }) =>
      `Give the newer claim a number that no claim of this metric has used before.${isFree(free)}`,
  }),
  /** free: an id for each of the claims, or for the first of them. */
  'facts/copied': entry<{ claims: number; other: string; free: readonly string[] }>({
    about:
      'Several claims of an operator have the ids of claims of another one: one of the two files was copied. It is reported in the file of the operator with the greater id, which is probably the newer one.',
    headline: ({ claims, other }) =>
      `${claims} claims in this file have the ids of claims in ${other}`,
    advice: ({ claims, other, free }) =>
      `In the file that is the copy (this one or ${other}), give each claim an id and evidence of its own, or delete the claims. Free ids are ${andList(free.map(quote))}${free.length < claims ? ', and so on' : ''}.`,
  }),
  'claim/id-metric': entry<{ claimId: string; metric: string; free?: string | null }>({
    about: 'A claim id starts with the metric of its claim.',
    headline: ({ claimId, metric }) =>
      `The claim id ${quote(claimId)} does not belong to the metric ${quote(metric)}`,
    advice: ({ metric, free }) =>
      `Write ${metric}_ and a number, or correct the metric.${isFree(free)}`,
  }),
  'claim/value-type': entry<{ metric: string; wanted: string; found: string }>({
    about: 'A value has the type that its metric declares.',
    headline: ({ metric, found, wanted }) =>
      `The value of ${quote(metric)} is ${found}, not ${wanted}`,
    advice: ({ found, wanted }) =>
      `Write ${wanted}${wanted === 'text' ? quotesTrap(found) : plainTrap(found, wanted)}, or change the type of the metric.${leaveOut(found, 'the claim')}`,
  }),
  'claim/several-current': entry<{
    metric: string;
    claimId: string;
    first: string;
    older: string;
    newer: string;
  }>({
    about:
      'An operator has at most one current claim of a metric; otherwise it would be unclear which value to cite.',
    headline: ({ metric, claimId, first }) =>
      `${quote(claimId)} and ${quote(first)} are both current claims of ${quote(metric)}`,
    advice: ({ older, newer }) =>
      `Add superseded_by: ${newer} to ${quote(older)}, or retracted to the one that is wrong.`,
  }),
  'claim/disagrees': entry<{ field: string; summary: string; claim: string; claimId: string }>({
    about: 'Where a summary field and a current claim state the same thing, they agree.',
    headline: ({ field, summary, claim, claimId }) =>
      `The claim ${quote(claimId)} says ${claim}, but "${field}" of the operator is ${summary}`,
    advice: () =>
      'Correct the one that is out of date; an old claim gets superseded_by or retracted.',
  }),
  'claim/early-retraction': entry<{ observed: string; retracted: string }>({
    about: 'A claim cannot be retracted before it was observed.',
    headline: ({ observed, retracted }) =>
      `The claim is retracted at ${retracted}, before it was observed at ${observed}`,
    advice: () => 'Write a later time of the retraction, or an earlier observed_at.',
  }),
  /** isLast: whether no later correction is about the same field. */
  'claim/idle-correction': entry<{ field: string; was: Scalar; isLast: boolean }>({
    about: 'A correction says what was published before, so the value after it is another one.',
    headline: ({ field, was, isLast }) =>
      `The correction says that ${field} was ${shown(was)}, which ${isLast ? 'it still is' : 'the next correction says too'}`,
    advice: () =>
      'Write as was what was published before the correction; if nothing was corrected, delete the entry.',
  }),
  'claim/superseded-by': entry<Supersession>({
    about:
      'superseded_by names a claim of the same operator and metric, or of the metric that replaces it, that is not retracted and was not observed earlier.',
    headline: ({ claimId, target, problem }) =>
      `The claim ${quote(claimId)} is superseded by ${problem === 'itself' ? 'itself' : `${quote(target)}, which ${SUCCESSORS[problem]}`}`,
    advice: supersessionAdvice,
  }),
  /** free: a name that no category has. */
  'category/duplicate-address': entry<{ address: string; first: string; free: string }>({
    about: 'Slugs and aliases of active and removed categories share one space of addresses.',
    headline: ({ address, first }) =>
      `The address ${quote(`/best/${address}`)} is already taken by ${first}`,
    advice: ({ free }) =>
      `Choose another slug or alias, such as ${quote(free)}, or leave out the alias; a removed slug is never used again. If the category is removed, delete it from active.`,
  }),
  'category/unknown-field': entry<{ field: string; near: string | null }>({
    about: 'A category compares summary fields and metrics.',
    headline: ({ field }) => `${quote(field)} is neither a summary field nor a metric`,
    advice: ({ near }) =>
      near === null
        ? 'Name a summary field such as kyc_level, or a key of metrics.yaml.'
        : `Did you mean ${quote(near)}?`,
  }),
  'category/not-comparable': entry<{
    field: string;
    found: string;
    wanted: string;
    near: string | null;
  }>({
    about: 'A condition compares a field with a value that the field can have.',
    headline: ({ field, found }) => `${quote(field)} is compared with ${found}, which it never is`,
    advice: ({ found, wanted, near }) =>
      `Compare it with ${wanted}${plainTrap(found, wanted)}.${didYouMean(near)}`,
  }),
  'category/see': entry<{ see: string; near: string | null }>({
    about: 'A removed category points to an active one.',
    headline: ({ see }) => `No active category has the slug ${quote(see)}`,
    advice: ({ near }) => `Name an active category by its slug, or write null.${didYouMean(near)}`,
  }),
  /** wanted: the line that is expected; null after the last. */
  'host/configuration-differs': entry<{ host: string; wanted: string | null }>({
    about: 'With a different committed configuration, a host could break the contract.',
    headline: ({ host }) => `This is not what operator-api host ${host} writes`,
    advice: ({ host, wanted }) =>
      `${expectation(wanted)}; write the file again with operator-api host ${host} --write <dir>, and commit it.`,
  }),
  'host/configuration-missing': entry<{ host: string }>({
    about: 'Without its configuration, a host uses its defaults.',
    headline: ({ host }) => `This file of the configuration for ${host} is missing`,
    advice: ({ host }) => `Write it with operator-api host ${host} --write <dir>, and commit it.`,
  }),
  /** setting: the value of claim_pages with which there are few enough; null where none helps. */
  'host/too-many-files': entry<TooManyFiles>({
    about: 'A host that takes fewer files would refuse the deployment, or leave some files out.',
    headline: ({ host, files, limit }) =>
      `There are ${files} files to publish, and ${host} takes at most ${limit}`,
    advice: publishFewer,
  }),
  /** setting: as for too many files; null also where the folder holds other files than claims. */
  'host/too-many-files-in-folder': entry<TooManyFiles>({
    about: 'A host that takes fewer files in one folder fails to deploy.',
    headline: ({ host, files, limit }) =>
      `There are ${files} files directly in this folder, and ${host} takes at most ${limit} in one`,
    advice: publishFewer,
  }),
  'host/file-too-large': entry<{ host: string; bytes: number; limit: number }>({
    about: 'The host would refuse a file of this size.',
    headline: ({ host, bytes, limit }) =>
      `The file has ${bytes} bytes, and ${host} takes at most ${limit}`,
    advice: () => 'Publish fewer operators, or choose a host without this limit, such as nginx.',
  }),
  /** others: how many more were published of the same operator, which has none left. */
  'registry/claim-vanished': entry<{
    claimId: string;
    metric: string;
    others: number;
    keptIn: string | null;
  }>({
    about:
      'Readers must find a cited claim again: the id of a published claim stays in the sources.',
    headline: ({ claimId, others }) =>
      others === 0
        ? `The claim ${quote(claimId)} was published, and is gone`
        : `The claim ${quote(claimId)} and ${others} more were published, and all claims of the operator are gone`,
    advice: ({ metric, others, keptIn }) =>
      (others === 0
        ? `Put it back as it was. If ${metric} has another value now, give it superseded_by; if it was wrong, retracted.`
        : 'Put the file back as it was. A claim that has another value now gets superseded_by; one that was wrong, retracted.') +
      startOver(keptIn),
  }),
  /** claims: how many were published of it. */
  'registry/metric-vanished': entry<{ metric: string; claims: number; keptIn: string | null }>({
    about:
      'The key of a metric is permanent: the ids of its claims begin with it, and people cite them. Its claims are not reported one by one.',
    headline: ({ metric, claims }) =>
      `The metric ${quote(metric)} was published${claims === 0 ? '' : ` with ${claims === 1 ? 'one claim' : `${claims} claims`}`}, and its key is gone`,
    advice: ({ metric, keptIn }) =>
      `A key is permanent: write key: ${metric} again, and its claims with their ids as they were. What people read is the name of the metric, which may change. What is measured differently is a new metric, beside this one. A metric that is no longer measured gets retired_at.${startOver(keptIn)}`,
  }),
  /** claims: how many were published of it and still exist. */
  'registry/metric-changed': entry<{
    metric: string;
    field: 'type' | 'unit' | 'better';
    published: Scalar;
    found: string | null;
    claims: number;
    today: string;
    keptIn: string | null;
  }>({
    about:
      'Readers compare published values of a metric: its type, its unit and which values are better never change. A unit that was wrong from the start is declared in the corrections of each of its claims.',
    headline: ({ metric, field, published, found }) =>
      `The metric ${quote(metric)} was published with ${field}: ${inYaml(published)}, and has ${field}: ${inYaml(found)} now`,
    advice: ({ metric, field, published, claims, today, keptIn }) =>
      `Write ${field}: ${inYaml(published)} again. What is measured differently is a new metric with a key of its own; ${metric} then gets retired_at and replaced_by.${
        field === 'unit' && claims > 0
          ? ` If ${inYaml(published)} was a mistake from the start, add to ${claims === 1 ? 'its claim' : `each of its ${claims} claims`}: corrections: [${correction(today, 'unit', published)}]${keptIn === null ? '' : '.'}`
          : ''
      }${startOver(keptIn)}`,
  }),
  /** was: the published slug or key. next: a free claim id. */
  'registry/claim-changed': entry<
    Restatement & {
      what: 'operator' | 'metric';
      published: string;
      found: string;
      was: string;
      next: string;
    }
  >({
    about:
      'The id of a published claim never moves to another operator or another metric, unless a correction says that the published one was a mistake.',
    headline: ({ claimId, what, published, found }) =>
      `The claim ${quote(claimId)} was published about the ${what} ${published}, and is about ${found} now`,
    advice: ({ what, was, next, ...terms }) =>
      `Put the published claim back, and give the new one an id of its own: ${next}.${
        // The id of a claim begins with its metric.
        what === 'metric'
          ? startOver(terms.keptIn)
          : ` ${declare(terms, `${was} was a mistake from the start`, what, was)}`
      }`,
  }),
  /** next: a free claim id; null where the claim is no longer current. */
  'registry/claim-value-changed': entry<
    Restatement & { published: Scalar; found: string | number | boolean; next: string | null }
  >({
    about:
      'Readers cite the value of a published claim. A new value is a new claim; a value that was wrong from the start is declared as a correction, which the page of the claim shows.',
    headline: ({ claimId, published, found }) =>
      `The claim ${quote(claimId)} was published with the value ${shown(published)}, and has ${shown(found)} now`,
    advice: ({ claimId, published, found, next, ...terms }) =>
      `${
        next === null
          ? `Write value: ${inYaml(published)} again.`
          : `If the world changed, write value: ${inYaml(published)} again and run: operator-api supersede ${claimId} --value ${inShell(found)} (the new claim is ${next}).`
      } ${declare(terms, `${shown(published)} was a mistake from the start`, 'value', published)}`,
  }),
  'registry/claim-evidence-changed': entry<Restatement & { published: Scalar; found: string }>({
    about:
      'Readers open the evidence of a published claim, and content_hash includes its address. An address that was mistyped or has moved is declared as a correction.',
    headline: ({ claimId, published, found }) =>
      `The claim ${quote(claimId)} was published with the evidence ${shown(published)}, and has ${shown(found)} now`,
    advice: ({ published, ...terms }) =>
      `If a later look found it elsewhere, write evidence_url: ${inYaml(published)} again, and add a claim with the new address; a copy that lasts belongs in archive_url. ${declare(terms, 'the address was mistyped or has moved', 'evidence_url', published)}`,
  }),
  'registry/claim-observation-changed': entry<Restatement & { published: Scalar; found: string }>({
    about:
      'The first observation of a published claim is part of its content_hash. A later look is added after it.',
    headline: ({ claimId, published, found }) =>
      `The claim ${quote(claimId)} was published as first observed at ${showControls(String(published))}, and is so at ${found} now`,
    advice: ({ published, found, ...terms }) =>
      `If you looked again, write observed_at: [${inYaml(published)}, ${found}], or run: operator-api confirm ${terms.claimId}. ${declare(terms, 'the time was a mistake from the start', 'observed_at', published)}`,
  }),
  'registry/correction-vanished': entry<{
    claimId: string;
    field: Scalar;
    was: Scalar;
    keptIn: string | null;
  }>({
    about:
      'The corrections of a published claim stay, because its page says what was mended and when.',
    headline: ({ claimId, field, was }) =>
      `The claim ${quote(claimId)} was published with a correction of ${shown(field)} from ${shown(was)}, which is gone`,
    advice: ({ keptIn }) =>
      `Put the correction back as it was; the reason may be worded otherwise. What was corrected wrongly gets a further correction after it.${startOver(keptIn)}`,
  }),
  /** withClaims: whether published claims about it are gone too. */
  'registry/operator-vanished': entry<{ id: number; slug: string; withClaims: boolean }>({
    about: 'The id of a published operator is permanent, because its address is.',
    headline: ({ id }) => `The operator with the id ${id} was published, and is gone`,
    advice: ({ slug, withClaims }) =>
      `Put operators/${slug}.yaml back${withClaims ? `, and its claims into facts/${slug}.yaml` : ''}; its name and its file may change, its id may not.`,
  }),
  'registry/operator-id': entry<{ slug: string; published: number; found: number }>({
    about: 'The id of a published operator never moves to another one.',
    headline: ({ slug, published, found }) =>
      `The operator ${quote(slug)} was published with the id ${published}, and has ${found} now`,
    advice: ({ published }) => `Write id: ${published} again; an id stays with its operator.`,
  }),
  /** former: what former_slugs should be. */
  'registry/slug-vanished': entry<{
    slug: string;
    now: string;
    former: readonly string[];
    keptIn: string | null;
  }>({
    about: 'The address of an operator keeps answering after it got another slug.',
    headline: ({ slug, now }) =>
      `The address ${quote(`/operators/${slug}`)} was published, and its operator is ${quote(now)} now`,
    advice: ({ former, keptIn }) =>
      `Write former_slugs: [${former.join(', ')}].${startOver(keptIn)}`,
  }),
  /** aliasOf: the slug that led to the same ranking; null where there was none any more. */
  'registry/ranking-changed': entry<{ name: string; aliasOf: string | null }>({
    about:
      'The address of a ranking keeps answering with the same ranking, or permanently says that it was removed.',
    headline: ({ name, aliasOf }) =>
      aliasOf === null
        ? `The address ${quote(`/best/${name}`)} was removed, and leads to a ranking again`
        : `The address ${quote(`/best/${name}`)} led to the same ranking as ${quote(`/best/${aliasOf}`)}, and leads to another one`,
    advice: ({ name, aliasOf }) =>
      aliasOf === null
        ? `Put ${name} back under removed, and give the new ranking a slug and an alias of its own.`
        : `Give ${name} back to the category that has ${aliasOf}, or put it under removed.`,
  }),
  /** isRemoved: whether the address answered 410 already. */
  'registry/ranking-vanished': entry<{ name: string; isRemoved: boolean }>({
    about:
      'A published ranking keeps answering, or says why it was removed. This applies to its slug and its alias, since each is an address.',
    headline: ({ name }) => `The address ${quote(`/best/${name}`)} was published, and is gone`,
    advice: ({ name, isRemoved }) =>
      isRemoved
        ? `Put the entry with the slug ${name} back under removed; the address answers 410 for good.`
        : `Put it back as the slug or the alias of its category, or write under removed: { slug: ${name}, removed_at: …, reason: …, see: … }.`,
  }),
  /** newest: the latest of all dates, which is at the place. */
  'date/clock': entry<{ now: string; dates: number; newest: string }>({
    about:
      'If many dates are later than the build, its clock is more likely to be wrong than the dates.',
    headline: ({ now, dates, newest }) =>
      `The build is at ${now}, and ${dates} dates are later, up to ${newest}`,
    advice: () =>
      'Correct the clock (or SOURCE_DATE_EPOCH), which is probably wrong; if it is right, correct the dates.',
  }),
  'date/future': entry<{ key: string; found: string; now: string }>({
    about: 'Nothing can have been observed, updated or removed after the build.',
    headline: ({ key, found, now }) => `${key} is ${found}, later than the build at ${now}`,
    advice: () => 'Correct the date; if it is right, correct the clock (or SOURCE_DATE_EPOCH).',
  }),
};

export type Code = keyof typeof catalogue;

/** One thing that is wrong, without its place and without its wording. */
export type Finding = {
  [C in Code]: Readonly<{ code: C } & Parameters<(typeof catalogue)[C]['headline']>[0]>;
}[Code];

/** A finding in words, each on one line: the headline and the advice. */
export function describe(finding: Finding): { headline: string; advice: string } {
  const wording = catalogue[finding.code] as Wording<Finding>;
  return {
    headline: showControls(capitalise(wording.headline(finding))),
    advice: showControls(wording.advice(finding)),
  };
}

function capitalise(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

interface TooManyFiles {
  readonly host: string;
  readonly files: number;
  readonly limit: number;
  readonly setting: 'json' | 'none' | null;
}

/** What to do about too many files, where a value of claim_pages may help. */
function publishFewer({ setting }: TooManyFiles): string {
  return setting === null
    ? 'Write operator_claims: false, operator_markdown: false and operator_feeds: false in service.yaml, which saves four files for each operator, publish fewer operators, or choose a host without this limit, such as nginx.'
    : `Write claim_pages: ${setting} in service.yaml, with which there are few enough, or choose a host without this limit, such as nginx.`;
}

/** Which id to take, as a sentence after another one. */
function isFree(id: string | null | undefined): string {
  return typeof id === 'string' ? ` The id ${id} is free.` : '';
}

/** The key that was meant, or, if only the colon and the space after it are not right, all of it. */
function withColon(written: string, key: string): string {
  const [, value] = /^(?:\s*[:;=]|\s)\s*(.*)/.exec(written.slice(key.length)) ?? [];
  return written.startsWith(key) && value !== undefined ? `${key}: ${value}` : key;
}

function didYouMean(near: string | null): string {
  return near === null ? '' : ` Did you mean ${quote(near)}?`;
}

/** The words that people write for what they do not know, and the sign among them, as they are found. */
const NOT_KNOWN =
  /^(?:empty \(null\)|the (?:sign|text) "(?:[?–—-]+|n\/?a|unknown|tb[acd]|none|null|)")$/i;

/** @param omit What to leave out until a value is known that cannot be null. */
function leaveOut(found: string, omit: string | null = null): string {
  return omit !== null && NOT_KNOWN.test(found)
    ? ` It cannot be null: leave ${omit} out until it is known.`
    : '';
}

function quotesTrap(found: string): string {
  switch (found) {
    case 'empty (null)':
    // Quotes would not do: a spreadsheet could run it.
    case 'the sign "-"':
      return '';
    case 'a list':
      return '; put quotes around it if it starts with a bracket, and one hyphen before it, not two';
    case 'a map of fields':
      return '; put quotes around it if it starts with a brace or a question mark, or has a colon before a space or at its end';
    default:
      return '; put quotes around it if it is meant as text';
  }
}

/** What to know of numbers and booleans for who wrote text instead. */
function plainTrap(found: string, wanted: string): string {
  if (wanted.startsWith('true') && /^the text "(yes|no|on|off|y|n)"$/i.test(found)) {
    return ' (in YAML 1.2 yes, no, on and off are text)';
  }
  const isNumber = /^a (?:whole )?number/.test(wanted) && /^the text ".*\d/.test(found);
  if (!isNumber) return '';
  const isWhole = wanted.startsWith('a whole');
  const [, text = ''] = /^the text "(.*)"$/.exec(found) ?? [];
  const characters = isWhole ? 'digits only' : (withPoint(text) ?? 'digits and a point only');
  return ` (${characters}, without quotes or a unit)`;
}

/** A number that is written with commas, as YAML has it; null for any other text. */
function withPoint(text: string): string | null {
  const [, sign = '', written] =
    /^[^\w+-]{0,4}([-+]?)(\d[\d.]*(?:,\d+)+(?:\.\d+)?)(?:[^\d.,].*)?$/.exec(text) ?? [];
  if (written === undefined) return null;
  const [fraction = '', ...parts] = written.split(/[.,]/).reverse();
  const whole = parts.reverse().join('');
  const isGrouped = /^[1-9]\d{0,2}(?:,\d{3})+$/.test(written);
  if (isGrouped && parts.length > 1) return `${sign}${whole}${fraction}, without commas`;
  const decimal = `${sign}${whole}.${fraction}, with a point`;
  return isGrouped
    ? `${decimal}, or ${sign}${whole}${fraction} if the comma parts thousands`
    : decimal;
}

/** Why a metric cannot state the figure of a fee or limit, as the end of a sentence. */
const FIGURE_PROBLEMS = {
  'not-a-number': () => 'whose claims are not numbers',
  'no-unit': () => 'which has no unit to say what the figure counts',
  'no-currency': ({ unit }: { unit: string | null }) =>
    `whose unit is ${quote(unit ?? '')}, which is no currency such as USD`,
  percent: ({ model }: { model: string | null }) =>
    `a percentage, and ${model === null ? 'a limit is an amount' : `a fee with the model ${quote(model)} has none`}`,
  amount: ({ unit }: { unit: string | null }) =>
    `whose unit is ${quote(unit ?? '')}, and a fee with the model "percent" needs %`,
  'other-figure': () => 'which states the figure that is written here',
  range: () => 'whose current claim is no amount and no percentage from 0 to 100',
  'no-claim': () => 'of which the operator has no current claim',
};

interface FigureMetric {
  readonly metric: string;
  readonly what: 'fee' | 'limit';
  readonly model: string | null;
  readonly unit: string | null;
  readonly problem: keyof typeof FIGURE_PROBLEMS;
}

interface FeeFigure {
  readonly model: string;
  readonly field: string;
  readonly problem: 'missing' | 'contradicts';
}

function feeAdvice({ model, field, problem }: FeeFigure): string {
  if (problem === 'missing') {
    return `Give ${field} a value, or choose another model (unknown where it is not known).`;
  }
  if (model === 'flat' || model === 'percent') {
    return `Set ${field} to null, or the model to flat_and_percent.`;
  }
  return `Set ${field} to null, or choose the model that says what is charged.`;
}

/** What a line of a configuration should be; null after the last. */
function expectation(wanted: string | null): string {
  if (wanted === null) return 'The file should end here';
  return `Expected: ${wanted.trim() === '' ? 'an empty line' : phrase(wanted.trim())}`;
}

/** What is wrong with the claim that superseded_by names; of the claim itself, nothing more. */
const SUCCESSORS = {
  itself: '',
  unknown: 'does not exist',
  'other-operator': 'belongs to another operator',
  'other-metric': 'belongs to another metric',
  retracted: 'is retracted',
  cycle: 'leads back to it',
  older: 'was observed before it',
};

interface Supersession {
  readonly claimId: string;
  readonly target: string;
  readonly problem: keyof typeof SUCCESSORS;
  readonly near: string | null;
}

function supersessionAdvice({ claimId, target, problem, near }: Supersession): string {
  if (near !== null) return `Did you mean ${quote(near)}?`;
  return problem === 'older'
    ? `Give ${quote(target)} superseded_by: ${claimId} instead, or correct the observed_at that is wrong.`
    : 'Name the claim that replaced this one: same operator, same metric, not retracted. If there is none, delete superseded_by if this one still holds, which makes it current; otherwise retract it.';
}
