import { useT } from '../i18n.ts'
import type { ImportResult, ImportRow } from './types.ts'

type Counts = Pick<ImportResult, 'Read' | 'Created' | 'Skipped' | 'Failed'>

/** How many rows were read, and what became of them. */
export function ImportCounts({ counts }: { counts: Counts }) {
  const t = useT()
  const figures = [
    ['read', counts.Read, ''],
    ['created', counts.Created, 'carat-figure-plus'],
    ['skipped', counts.Skipped, ''],
    ['failedRows', counts.Failed, counts.Failed > 0 ? 'carat-figure-minus' : ''],
  ] as const
  return (
    <dl className="carat-counts">
      {figures.map(([key, count, tone]) => (
        <div key={key}>
          <dt>{t(`kit:import.${key}`)}</dt>
          <dd className={`carat-figure ${tone}`}>{`${count}`.replace(/\B(?=(\d{3})+$)/g, ',')}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { rows: readonly ImportRow[]; labelOf: (field: string) => string; reasonText: (row: ImportRow) => string }

/** The rows that were skipped or failed, each with its reason. */
export function ImportReasons({ rows, labelOf, reasonText }: Props) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <section aria-label={t('kit:import.reasons')}>
      <h3 className="carat-card-title">{t('kit:import.reasons')}</h3>
      <div className="carat-scroll">
        <table className="carat-table">
          <thead className="carat-table-head">
            <tr>
              <th scope="col">{t('kit:import.row')}</th>
              <th scope="col">{t('kit:import.reason')}</th>
              <th scope="col">{t('kit:import.field')}</th>
              <th scope="col">{t('kit:import.value')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.FirstRow}-${row.Field}-${row.Reason}`}>
                <td className="carat-figure">
                  {row.FirstRow === row.LastRow ? row.FirstRow : `${row.FirstRow}–${row.LastRow}`}
                </td>
                <td>{reasonText(row)}</td>
                <td>{row.Field ? labelOf(row.Field) : ''}</td>
                <td className="carat-sample">{row.Value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
