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
            <th scope="col">Note</th>
            <th scope="col">Stated by</th>
          </tr>
        </thead>
        {groupByType(fees).map(([type, ofType]) => (
          <tbody>
            <Group name={capitalise(type)} columns={4} />
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
                <Remarks {...fee} />
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
            <th scope="col">Note</th>
            <th scope="col">Stated by</th>
          </tr>
        </thead>
        {groupByType(limits).map(([type, ofType]) => (
          <tbody>
            <Group name={limitNames[type]} columns={6} />
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
                <Remarks {...limit} />
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
  return (
    <Scroll label="Payment options">
      <table class="offers">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col">Deposit</th>
            <th scope="col">Withdrawal</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {payment_options.map(({ asset, network, deposit, withdrawal, note }) => (
            <tr>
              <th scope="row">{assetInWords(asset, network)}</th>
              <Whether is={deposit} />
              <Whether is={withdrawal} />
              <td>{note}</td>
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

/** The cells that fees and limits end with. */
function Remarks({ note, claim_id }: Pick<Operator['fees'][number], 'note' | 'claim_id'>) {
  return (
    <>
      <td>{note}</td>
      <td>
        {claim_id !== null && (
          <a href={`#${claim_id}`}>
            <code>{claim_id}</code>
          </a>
        )}
      </td>
    </>
  );
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
