import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { leadSources } from './slots.ts'

/** The event or the campaign by which the customer came; `name` is what the present one is called, also once it is over. */
export function LeadSourceField({ value, onChange, onBlur, id, name }: ControlProps & { name?: string | null }) {
  const known = typeof value === 'number' ? `${value}` : null
  return (
    <ChoiceSelect
      {...(id && { id })}
      {...(onBlur && { onBlur })}
      area="customers"
      field="LeadSourceId"
      choices={leadSources}
      allowClear
      value={known}
      {...(name && { labelRender: ({ label, value: shown }) => (label === shown ? name : label) })}
      onChange={(chosen) => onChange?.(chosen === null ? null : Number(chosen))}
    />
  )
}
