import * as z from 'zod';
import type { OperatorSummary } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { unknown } from '../look-up.ts';
import { plain } from '../nearest-names.ts';
import { day, yesNo } from '../phrases.ts';
import { defineTool, limit, list } from '../tool.ts';

const { fields } = ANSWERS.operators;

export const findOperators = defineTool({
  name: 'find_operators',
  description: 'Operators in business, by part of a name or licence, identity checks, VPN or app.',
  input: {
    text: z.string().max(200).optional().describe('Part of a name, slug or licence'),
    kyc_level: z.enum(fields.kyc_level.unwrap().options).optional(),
    accepts_vpn: z.boolean().optional(),
    has_mobile_app: z.boolean().optional(),
    limit,
  },
  output: {
    operators: z.array(
      z.object(fields).pick({
        slug: true,
        name: true,
        license_jurisdiction: true,
        kyc_level: true,
        accepts_vpn: true,
        has_mobile_app: true,
        updated_at: true,
      }),
    ),
  },
  async draft({ text, kyc_level, accepts_vpn, has_mobile_app }, { client }, options) {
    const { data } = await client.operators(options);
    const named = text === undefined ? data : data.filter((operator) => mentions(operator, text));
    if (text !== undefined && named.length === 0) throw noneMentions(text, data);
    const wanted = Object.entries({ kyc_level, accepts_vpn, has_mobile_app });
    const found = named.filter((operator) =>
      wanted.every(
        ([field, value]) =>
          value === undefined || operator[field as keyof OperatorSummary] === value,
      ),
    );
    return {
      path: 'operators',
      head: `${found.length} of ${data.length} operators.`,
      lists: [list('operators', found, line)],
    };
  },
});

function mentions({ slug, name, license_jurisdiction }: OperatorSummary, text: string): boolean {
  return [slug, name, license_jurisdiction ?? ''].some((known) =>
    plain(known).includes(plain(text)),
  );
}

function noneMentions(text: string, operators: readonly OperatorSummary[]) {
  const names = operators.map(({ slug, name }) => ({ key: slug, name }));
  return unknown('operator like', text, names, 'Without text, all are listed.');
}

function line(operator: OperatorSummary): string {
  const { slug, name, license_jurisdiction, kyc_level, accepts_vpn, has_mobile_app, updated_at } =
    operator;
  return `- ${name} (${slug}): licence ${license_jurisdiction ?? 'unknown'}, identity checks ${kyc_level ?? 'unknown'}, VPN ${yesNo(accepts_vpn)}, app ${yesNo(has_mobile_app)}, updated ${day(updated_at)}`;
}
