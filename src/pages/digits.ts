/** A number with its thousands apart, the same on every machine. */
export function inDigits(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  if (/[^\d-]/.test(whole + (fraction ?? ''))) return String(value);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
