import { formatDate } from '#kit/web/format.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { AmendedField } from '../../contract/amendments.ts'

/** The table of the amended fields with their values before and after the change. */
export function AmendmentDiff({ fields }: { fields: readonly AmendedField[] }) {
  const labels = useLabels('customers')
  return (
    <Stack gap="none" as="ul">
      {fields.map(({ FieldName, Previous, Updated }) => (
        <li key={FieldName}>
          <Muted>{labels.field(FieldName)}</Muted> <ProfileValue field={FieldName} value={Previous} />{' '}
          <span aria-hidden className="carat-mirrored">
            →
          </span>{' '}
          <strong>
            <ProfileValue field={FieldName} value={Updated} />
          </strong>
        </li>
      ))}
    </Stack>
  )
}

/** Formats a value of the customer's profile for display. */
export function ProfileValue({ field, value }: { field: AmendedField['FieldName']; value: string | null }) {
  const labels = useLabels('customers')
  if (value === null) return <Muted>–</Muted>
  if (field === 'DateOfBirth') return <span className="carat-figure">{formatDate(value)}</span>
  if (field === 'Gender' || field === 'IdType') return labels.value(field, value)
  return <bdi className={field === 'IdNo' ? 'carat-figure' : undefined}>{value}</bdi>
}
