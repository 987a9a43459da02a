import { LeadSourceType, leadSources } from '#areas/customers/contract/lead-sources.ts'
import { SetupStatus } from '#kit/contract/record.ts'
import { isUnexplainedError } from '#kit/web/call.ts'
import type { Values } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'

const isEvent = ({ Type }: Values) => Type === 'Event'

const fields = [
  'Name',
  'Type',
  { name: 'EventDate', show: isEvent },
  { name: 'OutletCode', choices: 'outlet', show: isEvent },
  'Status',
] as const

/** Setup page for lead sources. */
export function LeadSourcesPage() {
  const t = useT()
  return (
    <RecordPage
      area="leads"
      record={leadSources}
      words="leads:source"
      deleteFailed={(error) => t(isUnexplainedError(error) ? 'leads:source.notDeleted' : 'leads:source.deleteFailed')}
      heading="leads:screens.sources"
      adding="leads:screens.sourceCreate"
      named="Code"
      columns={['Code', 'Name', 'Type', { field: 'EventDate', as: 'date' }, 'OutletCode', 'Status']}
      optional={['CreatedAt', 'UpdatedAt']}
      search={{
        Code: 'capitals',
        Name: 'text',
        Type: LeadSourceType.options,
        Status: SetupStatus.options,
      }}
      fields={[{ name: 'Code', example: 'BRIDAL-2026' }, ...fields]}
      changes={[{ name: 'Code', locked: t('leads:source.codeStays') }, ...fields]}
    />
  )
}
