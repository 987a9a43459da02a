import { Radio } from 'antd'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { FieldChoice, MergeField } from '../../contract.ts'
import '../merges.css'

/** The names of the fields whose value is taken from the merged record. */
export type FieldsTakenFromMerged = ReadonlySet<MergeField>

export const suggestedFieldsFromMerged = (fields: readonly FieldChoice[]): FieldsTakenFromMerged =>
  new Set(fields.filter(({ Suggested }) => Suggested === 'Merged').map(({ Field }) => Field))

type Props = {
  fields: readonly FieldChoice[]
  taken: FieldsTakenFromMerged
  onChange: (taken: FieldsTakenFromMerged) => void
}

const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)
const displayValue = (value: string | null) => (value === null ? '–' : isDate(value) ? formatDate(value) : value)

/** Lets the user choose the value of each field. The suggested side is selected at first. */
export function MergeFieldChoices({ fields, taken, onChange }: Props) {
  const t = useT()
  const labels = useLabels('customers')
  const filledFields = fields.filter(({ Survivor, Merged }) => Survivor !== null || Merged !== null)
  const choose = (Field: MergeField, side: 'Survivor' | 'Merged') => {
    const next = new Set(taken)
    if (side === 'Merged') next.add(Field)
    else next.delete(Field)
    onChange(next)
  }
  return (
    <Card title={t('merges:fieldsTitle')}>
      <p className="carat-muted carat-space-after">{t('merges:fieldsHint')}</p>
      <table className="carat-table merges-fields">
        <thead>
          <tr>
            <th scope="col">{t('kit:table.field')}</th>
            <th scope="col">{t('merges:stays')}</th>
            <th scope="col">{t('merges:goes')}</th>
          </tr>
        </thead>
        <tbody>
          {filledFields.map(({ Field, Survivor, Merged }) => {
            const label = labels.field(Field)
            const side = taken.has(Field) ? 'Merged' : 'Survivor'
            if (Survivor === Merged)
              return (
                <tr key={Field}>
                  <th scope="row">{label}</th>
                  <td colSpan={2}>{displayValue(Survivor)}</td>
                </tr>
              )
            const option = (which: 'Survivor' | 'Merged', value: string | null) => (
              <Radio
                name={`merge-${Field}`}
                checked={side === which}
                onChange={() => choose(Field, which)}
                aria-label={`${label}: ${displayValue(value)} (${t(which === 'Survivor' ? 'merges:stays' : 'merges:goes')})`}
              >
                <span className={side === which ? undefined : 'carat-muted'}>{displayValue(value)}</span>
              </Radio>
            )
            return (
              <tr key={Field}>
                <th scope="row">{label}</th>
                <td>{option('Survivor', Survivor)}</td>
                <td>{option('Merged', Merged)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}
