import { readFileSync, statSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const FIRST_LINE = '// Written by scripts/flatten-types.mjs.';

/**
 * Writes out the types that a module exports, down to strings and numbers: whoever uses them needs
 * neither the types they were derived from nor the libraries behind those. What marks a text as
 * checked is left out, so that a text is a text.
 *
 * @param {string} source The module.
 * @param {string} target Its declarations, as the compiler left them.
 * @param {readonly string[]} inputs Folders with what the types are derived from, as declarations.
 */
export function flattenTypes(source, target, inputs) {
  if (isCurrent(target, inputs)) return;
  const options = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    types: [],
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  const program = ts.createProgram([source], options);
  const file = program.getSourceFile(source);
  const checker = program.getTypeChecker();
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} exports nothing`);
  const declarations = checker.getExportsOfModule(module).map((symbol) => {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    return `${comment && `/** ${comment} */\n`}export type ${symbol.name} = ${describe(type, checker, '')};\n`;
  });
  writeFileSync(target, `${FIRST_LINE}\n${declarations.join('\n')}`);
}

function isCurrent(target, inputs) {
  if (!readFileSync(target, 'utf8').startsWith(FIRST_LINE)) return false;
  const newest = inputs
    .flatMap((folder) => ts.sys.readDirectory(folder, ['.d.ts', '.mjs']))
    .map((path) => statSync(path).mtimeMs);
  return Math.max(...newest) <= statSync(target).mtimeMs;
}

/** A type without names. */
function describe(type, checker, indent) {
  if (type.isUnion()) return describeUnion(type, checker, indent);
  if (type.isIntersection()) {
    const [text] = type.types.filter(({ flags }) => flags & ts.TypeFlags.StringLike);
    if (text !== undefined) return describe(text, checker, indent);
  }
  const elements = checker.isArrayLikeType(type) ? checker.getTypeArguments(type) : [];
  if (checker.isTupleType(type)) {
    return `readonly [${elements.map((one) => describe(one, checker, indent)).join(', ')}]`;
  }
  if (elements.length === 1) {
    const element = describe(elements[0], checker, indent);
    const isUnion = elements[0].isUnion() && element !== 'boolean';
    return `readonly ${isUnion ? `(${element})` : element}[]`;
  }
  return type.flags & ts.TypeFlags.Object || type.isIntersection()
    ? describeObject(type, checker, indent)
    : checker.typeToString(type);
}

function describeUnion({ types }, checker, indent) {
  const members = types.map((member) => describe(member, checker, indent));
  const isBoolean = members.includes('true') && members.includes('false');
  const others = members.filter((member) => !isBoolean || !/^(true|false)$/.test(member));
  // Null and undefined come first in the compiler, and last where people write.
  const rank = (member) => (/^(null|undefined)$/.test(member) ? 1 : 0);
  const ordered = [...others, ...(isBoolean ? ['boolean'] : [])];
  return [...new Set(ordered)].sort((a, b) => rank(a) - rank(b)).join(' | ');
}

function describeObject(type, checker, indent) {
  const deeper = `${indent}  `;
  const properties = checker.getPropertiesOfType(type).map((property) => {
    const isOptional = property.flags & ts.SymbolFlags.Optional;
    const value = checker.getTypeOfSymbol(property);
    const text = describe(isOptional ? checker.getNonNullableType(value) : value, checker, deeper);
    return `${deeper}readonly ${property.name}${isOptional ? '?' : ''}: ${text};\n`;
  });
  const indexes = checker
    .getIndexInfosOfType(type)
    .map((info) => `${deeper}readonly [key: string]: ${describe(info.type, checker, deeper)};\n`);
  return `{\n${[...properties, ...indexes].join('')}${indent}}`;
}
