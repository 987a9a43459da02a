import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { leadSourcesService } from './slots.ts'

/** Selects the lead source (event or channel) of a customer. `name` labels a stored source that has ended. */
export function LeadSourceField({ value, onChange, onBlur, id, name }: ControlProps & { name?: string | null }) {
  const currentValue = typeof value === 'number' ? `${value}` : null
  return (
    <ChoiceSelect
      {...(id && { id })}
      {...(onBlur && { onBlur })}
      area="customers"
      field="LeadSourceId"
      choices={leadSourcesService}
      allowClear
      value={currentValue}
      {...(name && { labelRender: ({ label, value: labelValue }) => (label === labelValue ? name : label) })}
      onChange={(sourceId) => onChange?.(sourceId === null ? null : Number(sourceId))}
    />
  )
}
