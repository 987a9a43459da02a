import { Button, Tag } from 'antd'
import { XIcon } from 'lucide-react'
import { useChoices } from '../choices.ts'
import { formatDate } from '../format.ts'
import { useT } from '../i18n.ts'
import { type TextNamespace, useLabels } from '../labels.ts'
import type { SearchField } from './search.ts'

type Filters = Record<string, string>
type Props = {
  area: TextNamespace
  fields: readonly SearchField[]
  filters: Filters
  onChange: (filters: Filters) => void
  /** True inside a row of filters, which has its own Reset button. */
  inline?: boolean
}

/** Shows the applied filters, each with a remove button. */
export function FilterChips({ area, fields, filters, onChange, inline = false }: Props) {
  const t = useT()
  const applied = fields.filter(({ name, until }) => filters[name] || (until && filters[until]))
  if (applied.length === 0) return null
  const without = ({ name, until }: SearchField) =>
    Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name && key !== until))
  return (
    <ul className={inline ? 'carat-chips-inline' : 'carat-chips'} aria-label={t('kit:search.applied')}>
      {applied.map((field) => (
        <li key={field.name}>
          <FilterChip area={area} field={field} filters={filters} onRemove={() => onChange(without(field))} />
        </li>
      ))}
      {!inline && (
        <li>
          <Button type="link" size="small" onClick={() => onChange({})}>
            {t('kit:search.clear')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function FilterChip({
  area,
  field,
  filters,
  onRemove,
}: {
  area: TextNamespace
  field: SearchField
  filters: Filters
  onRemove: () => void
}) {
  const t = useT()
  const { label, visible } = useFilterText(area, field, filters)
  return (
    <Tag className="carat-chip" variant="filled">
      {label}: <b>{visible}</b>
      <Button
        type="text"
        size="small"
        shape="circle"
        icon={<XIcon aria-hidden />}
        aria-label={t('kit:search.remove', { name: label })}
        onClick={onRemove}
      />
    </Tag>
  )
}

/** Returns the label of a filter and its value as text. */
export function useFilterText(area: TextNamespace, field: SearchField, filters: Filters) {
  const labels = useLabels(area)
  const { options } = useChoices(field.choices, area, field.name)
  const value = filters[field.name] ?? ''
  const label = field.title ?? labels.field(field.name, field.label)
  const visible = field.until
    ? spanOf(value, filters[field.until] ?? '')
    : field.control === 'date'
      ? formatDate(value)
      : (options.find((option) => option.value === value)?.label ?? value)
  return { label, visible }
}

const spanOf = (from: string, until: string) =>
  from === until ? formatDate(from) : `${formatDate(from) || '…'} – ${formatDate(until) || '…'}`
