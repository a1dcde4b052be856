import { InvalidArgumentError } from 'commander';
import { EnvironmentError } from '../diagnostics/index.ts';
import { API_PATH } from '../model/index.ts';

/** The most requests at a time that a host should have to answer. */
const MOST_CONCURRENCY = 32;

/**
 * Reads the name of a file or a folder. An empty name would mean the current folder, and Node loses
 * bytes of a name that is not UTF-8.
 */
export function nameFor(where: string): (value: string) => string {
  return (value) => {
    if (value === '') throw new EnvironmentError(`Cannot use "" for ${where}: it is empty`);
    if (value.includes('\ufffd'))
      throw new EnvironmentError(`Cannot use "${value}" for ${where}: it is not UTF-8`);
    return value;
  };
}

/** A reader of numbers in one form, up to the most that is taken. */
function numberIn(form: RegExp, wanted: string, most = Infinity): (value: string) => number {
  return (value) => {
    if (form.test(value) && Number(value) <= most) return Number(value);
    throw new InvalidArgumentError(`It has to be a number ${wanted}.`);
  };
}

export const toPort = numberIn(/^\d+$/, 'from 0 to 65535', 65_535);
export const toSeconds = numberIn(/^\d{1,9}$/, 'of seconds');
export const toPause = numberIn(/^\d{1,2}(\.\d)?$/, 'of seconds from 0 to 60', 60);
export const toTimeout = numberIn(/^[1-9]\d{0,3}$/, 'of seconds from 1 to 9999');
export const toHours = numberIn(/^\d{1,6}(\.\d+)?$/, 'of hours');
export const toConcurrency = numberIn(
  /^[1-9]\d?$/,
  `from 1 to ${MOST_CONCURRENCY}`,
  MOST_CONCURRENCY,
);
export const toId = numberIn(/^[1-9]\d{0,14}$/, 'from 1 on');
export const toAmount = numberIn(/^\d{1,15}(\.\d+)?$/, 'such as 2000');
const toSampleSize = numberIn(/^[1-9]\d{0,8}$/, 'from 1 on, or all');

export function toBoolean(value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new InvalidArgumentError('It has to be true or false.');
}

/** Days, from "90d" or "12w". */
export function toDays(value: string): number {
  const [, number = '', unit] = /^(\d{1,5})([dw])$/.exec(value) ?? [];
  if (number !== '') return Number(number) * (unit === 'w' ? 7 : 1);
  throw new InvalidArgumentError('It has to be days or weeks, such as 90d or 12w.');
}

export function toSample(value: string): number | 'all' {
  return value === 'all' ? value : toSampleSize(value);
}

export function toPath(value: string): string {
  const path = value.replace(/\/+$/, '');
  // Clients resolve dot segments, so no request has them.
  if (/^(\/(?!\.\.?\/)[A-Za-z0-9._~-]+)*$/.test(path) && path.endsWith(API_PATH)) return path;
  throw new InvalidArgumentError(`It has to be a path that ends in ${API_PATH}.`);
}

// The following values become part of configuration files, where quotes or line breaks change the meaning.
export function toRoot(value: string): string {
  // Apache and Caddy read brackets, asterisks and question marks as patterns.
  if (/^[^\p{Cc}"'`{}[\]*?\\$;%]+$/u.test(value)) return value.replace(/(?<=.)\/+$/, '');
  throw new InvalidArgumentError(
    'It has to be a folder without quotes, braces, brackets, backslashes, *, ?, $, % or ; in its name.',
  );
}

export function toListen(value: string): string {
  const [, port] = /^(?:(?:[\d.]+|\[[\da-f:]+\]):)?(\d{1,5})$/i.exec(value) ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535) return value;
  throw new InvalidArgumentError('It has to be a port, or an address and a port (127.0.0.1:8080).');
}

export function toServerName(value: string): string {
  if (value === '*' || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value)) return value;
  throw new InvalidArgumentError('It has to be a host name, or * for any.');
}
