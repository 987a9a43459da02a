import { PhoneIcon } from 'lucide-react'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Timeline } from '#kit/web/Timeline.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listExpiryContacts, RescueRow } from '../../contract/rescue.ts'

/** Shows the expiring points of a member and the recorded contacts. */
export function PastExpiryContacts({ row }: { row: RescueRow }) {
  const t = useT()
  const labels = useLabels('expiry')
  const { data } = useRead(listExpiryContacts, { Search: { MembershipNo: row.MembershipNo } })
  return (
    <>
      <RecordFacts
        area="expiry"
        of={RescueRow}
        record={row}
        fields={[
          { field: 'MembershipNo', copy: true },
          { field: 'ContactNo', copy: true },
          { field: 'Email', copy: true },
          {
            field: 'Channels',
            render: ({ Channels }) =>
              Channels.map((channel) => labels.value('ContactType', channel)).join(listSeparator()),
          },
          'ExpiryDate',
          'PointExpiry',
          'Value',
          'PointBalance',
          'PreferredStaffName',
        ]}
      />
      {data && data.rows.length > 0 && (
        <div className="carat-space-before">
          <Timeline
            label={t('expiry:rescue.past')}
            items={data.rows.map((contact) => ({
              key: `${contact.ContactId}`,
              icon: <PhoneIcon />,
              tone: contact.Outcome === 'Will come' ? 'good' : contact.Outcome === 'Not interested' ? 'bad' : 'plain',
              title: `${labels.value('ContactType', contact.ContactType)} · ${labels.value('Outcome', contact.Outcome)}`,
              time: contact.ContactedAt,
              body: contact.Note ?? undefined,
              by: [contact.ContactedByName, contact.OutletCode].filter(Boolean).join(' · '),
            }))}
          />
        </div>
      )}
    </>
  )
}
