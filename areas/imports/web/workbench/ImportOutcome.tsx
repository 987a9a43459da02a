import { useT } from '#kit/web/i18n.ts'
import { SummaryBar } from '#kit/web/Layout.tsx'
import type { ImportFault, ImportResult, ImportRow } from './types.ts'

type Counts = Pick<ImportResult, 'Read' | 'Created' | 'Skipped' | 'Failed'>

/** Shows the numbers of rows that were read, created, skipped and failed. */
export function ImportCounts({ counts }: { counts: Counts }) {
  const t = useT()
  const rows = (count: number) => <span className="carat-figure">{`${count}`.replace(/\B(?=(\d{3})+$)/g, ',')}</span>
  return (
    <SummaryBar
      items={[
        { label: t('imports:workbench.read'), value: rows(counts.Read) },
        { label: t('imports:workbench.created'), value: rows(counts.Created) },
        { label: t('imports:workbench.skipped'), value: rows(counts.Skipped) },
        { label: t('imports:workbench.failedRows'), value: rows(counts.Failed), bad: counts.Failed > 0 },
      ]}
    />
  )
}

type Fault = Pick<ImportRow, keyof ImportFault>

type Props = { rows: readonly ImportRow[]; labelOf: (field: string) => string; reasonText: (fault: Fault) => string }

const faultsOf = (row: ImportRow): readonly Fault[] => (row.Faults && row.Faults.length > 0 ? row.Faults : [row])

/** Lists the skipped and failed rows, each with all its faults. */
export function ImportReasons({ rows, labelOf, reasonText }: Props) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <section aria-label={t('imports:workbench.reasons')}>
      <h3 className="carat-card-title">{t('imports:workbench.reasons')}</h3>
      <div className="carat-scroll">
        <table className="carat-table">
          <thead>
            <tr>
              <th scope="col">{t('imports:workbench.row')}</th>
              <th scope="col">{t('kit:fields.Reason')}</th>
              <th scope="col">{t('kit:table.field')}</th>
              <th scope="col">{t('kit:table.value')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) =>
              faultsOf(row).map((fault, index, all) => (
                <tr key={`${row.FirstRow}-${fault.Field}-${fault.Reason}`}>
                  {index === 0 && (
                    <td className="carat-figure" rowSpan={all.length}>
                      {row.FirstRow === row.LastRow ? row.FirstRow : `${row.FirstRow}–${row.LastRow}`}
                    </td>
                  )}
                  <td>{reasonText(fault)}</td>
                  <td>{fault.Field ? labelOf(fault.Field) : ''}</td>
                  <td className="carat-sample">{fault.Value}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}
