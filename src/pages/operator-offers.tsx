import { limitNames, type Operator } from '../model/index.ts';
import { assetInWords, capitalise, chargeInWords } from '../resources/index.ts';
import { Figure, inDigits, Scroll } from './figures.tsx';

/** What an operator charges, by what it charges for. */
export function Fees({ fees }: Pick<Operator, 'fees'>) {
  return (
    <Scroll label="Fees">
      <table class="offers">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">Fee</th>
            <RemarkNames of={fees} />
          </tr>
        </thead>
        {groupByType(fees).map(([type, ofType]) => (
          <tbody>
            <Group name={capitalise(type)} columns={2 + countRemarks(fees)} />
            {ofType.map((fee) => (
              <tr>
                <th scope="row">{onWhat(fee)}</th>
                <td>
                  {fee.model === 'unknown' ? (
                    <Figure value={null} />
                  ) : (
                    <span class="figure">{capitalise(chargeInWords(fee))}</span>
                  )}
                </td>
                <Remarks of={fee} among={fees} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  );
}

/** The least and the most that an operator allows, by what it limits. */
export function Limits({ limits }: Pick<Operator, 'limits'>) {
  return (
    <Scroll label="Limits">
      <table class="offers">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Per</th>
            <th scope="col">Customers</th>
            <RemarkNames of={limits} />
          </tr>
        </thead>
        {groupByType(limits).map(([type, ofType]) => (
          <tbody>
            <Group name={limitNames[type]} columns={4 + countRemarks(limits)} />
            {ofType.map((limit) => (
              <tr>
                <th scope="row">{onWhat(limit)}</th>
                <td class="number">
                  {limit.amount === null ? (
                    'No limit'
                  ) : (
                    <span class="figure">
                      {inDigits(limit.amount)} <span class="unit">{limit.currency}</span>
                    </span>
                  )}
                </td>
                <td>{capitalise(limit.period)}</td>
                <td>{limit.tier ?? 'All'}</td>
                <Remarks of={limit} among={limits} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  );
}

/** What can be paid in and out. */
export function PaymentOptions({ payment_options }: Pick<Operator, 'payment_options'>) {
  const hasNotes = payment_options.some(({ note }) => note !== null);
  return (
    <Scroll label="Payment options">
      <table class="offers">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col">Deposit</th>
            <th scope="col">Withdrawal</th>
            {hasNotes && <th scope="col">Note</th>}
          </tr>
        </thead>
        <tbody>
          {payment_options.map(({ asset, network, deposit, withdrawal, note }) => (
            <tr>
              <th scope="row">{assetInWords(asset, network)}</th>
              <Whether is={deposit} />
              <Whether is={withdrawal} />
              {hasNotes && <td class="note">{note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Whether({ is }: { readonly is: boolean }) {
  return (
    <td class={is ? 'possible' : 'impossible'}>
      <span aria-hidden="true">{is ? '✓' : '–'}</span> {is ? 'Yes' : 'No'}
    </td>
  );
}

function Group({ name, columns }: { readonly name: string; readonly columns: number }) {
  return (
    <tr class="group">
      <th scope="rowgroup" colSpan={columns}>
        {name}
      </th>
    </tr>
  );
}

type Remarked = Pick<Operator['fees'][number], 'note' | 'claim_id'>;

/** The columns that fees and limits end with, those that have something in them. */
function RemarkNames({ of }: { readonly of: readonly Remarked[] }) {
  return (
    <>
      {of.some(hasNote) && <th scope="col">Note</th>}
      {of.some(hasClaim) && <th scope="col">Evidence</th>}
    </>
  );
}

function Remarks({ of, among }: { readonly of: Remarked; readonly among: readonly Remarked[] }) {
  return (
    <>
      {among.some(hasNote) && <td class="note">{of.note}</td>}
      {among.some(hasClaim) && (
        <td>{of.claim_id !== null && <a href={`#${of.claim_id}`}>Claim</a>}</td>
      )}
    </>
  );
}

function countRemarks(of: readonly Remarked[]): number {
  return Number(of.some(hasNote)) + Number(of.some(hasClaim));
}

function hasNote({ note }: Remarked): boolean {
  return note !== null;
}

function hasClaim({ claim_id }: Remarked): boolean {
  return claim_id !== null;
}

function onWhat({ asset, network }: Pick<Operator['fees'][number], 'asset' | 'network'>): string {
  return capitalise(assetInWords(asset, network));
}

/** Entries by type, in the order of their first ones. */
function groupByType<Entry extends { readonly type: string }>(
  entries: readonly Entry[],
): readonly (readonly [Entry['type'], readonly Entry[]])[] {
  const types = new Set(entries.map(({ type }): Entry['type'] => type));
  return [...types].map((type) => [type, entries.filter((entry) => entry.type === type)]);
}
