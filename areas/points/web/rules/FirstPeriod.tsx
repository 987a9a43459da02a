import { useId } from 'react'
import { DateInput } from '#kit/web/DateInput.tsx'
import type { ControlProps, FieldSpec, FormHeading } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Columns } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { RateExample } from './Example.tsx'

type Row = Record<string, string | null>

const figures = { structure: ['Multiplier'], rate: ['Amount', 'PointRate'] } as const

/** Fields of the first period of a new structure or rate. A rate for "All" gives each brand's new rate this period. */
export const createFirstPeriodFields = (kind: keyof typeof figures): [FormHeading, FieldSpec<'Details'>] => [
  { section: 'points:rules.firstDetail', hint: `points:${kind}.detailHint` },
  {
    name: 'Details',
    wide: true,
    label: 'points:rules.figures',
    control: (props) => <FirstPeriod {...props} kind={kind} />,
  },
]

function FirstPeriod({ kind, id, value, onChange }: ControlProps & { kind: keyof typeof figures }) {
  const t = useT()
  const labels = useLabels('points')
  const name = useId()
  const [row = {}] = (value ?? []) as Row[]
  const put = (field: string, typed: string | null) => onChange?.([{ ...row, [field]: typed }])
  return (
    <Columns as="fieldset" least={180} gap="m" id={id} aria-label={t('points:rules.firstDetail')}>
      {figures[kind].map((field) => (
        <div key={field}>
          <label htmlFor={`${name}${field}`} className="carat-label">
            {labels.field(field)}
          </label>
          <MoneyInput
            id={`${name}${field}`}
            negative={false}
            value={row[field] ?? ''}
            onChange={(typed) => put(field, typed)}
            {...affix(field, t)}
          />
        </div>
      ))}
      {(['EffectiveFrom', 'EffectiveTo'] as const).map((field) => (
        <div key={field}>
          <label htmlFor={`${name}${field}`} className="carat-label">
            {labels.field(field)}
          </label>
          <DateInput
            id={`${name}${field}`}
            value={row[field] ?? null}
            onChange={(day) => put(field, day)}
            {...(field === 'EffectiveTo' && { placeholder: t('points:rules.open') })}
          />
        </div>
      ))}
      {kind === 'rate' && <RateExample amount={row.Amount} pointRate={row.PointRate} />}
    </Columns>
  )
}

const affix = (field: string, t: TranslateFunction) =>
  field === 'Amount' ? { prefix: getCurrency() } : { suffix: field === 'Multiplier' ? '×' : t('points:rules.points') }
