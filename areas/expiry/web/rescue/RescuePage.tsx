import { lazy, Suspense } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { statementPath } from '#areas/points/paths.ts'
import { contactLinkUrl } from '#kit/web/ContactWay.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { businessDate, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRecordDialog } from '#kit/web/useRecordDialog.ts'
import { ContactOutcome, listRescue, type RescueRow } from '../../contract/rescue.ts'
import { addExpiryReward } from '../../contract/rewards.ts'
import { MutedPoints } from '../MutedPoints.tsx'
import { ExpiryContactActions } from './ContactActions.tsx'

const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ExpiryContactDialog }))
const PastContacts = lazy(async () => ({ default: (await import('./PastContacts.tsx')).PastExpiryContacts }))

const columns: Column<RescueRow>[] = [
  {
    field: 'FullName',
    second: 'MembershipNo',
  },
  { field: 'ContactNo', render: (row) => <ExpiryContactActions row={row} /> },
  'ExpiryDate',
  {
    field: 'PointExpiry',
    render: (row) => (
      <>
        <PointsText points={row.PointExpiry} />
        <Muted as="div">
          <MoneyText amount={row.Value} currency />
        </Muted>
      </>
    ),
    file: { fields: ['PointExpiry', 'Value'] },
  },
  {
    field: 'RewardValue',
    render: (row) => (
      <>
        {row.RewardValue !== null && <MoneyText amount={row.RewardValue} />}
        {row.RewardStatus ? (
          <div>
            <StatusTag area="expiry" status={row.RewardStatus} />
          </div>
        ) : (
          row.RewardPoints > 0 && <MutedPoints points={row.RewardPoints} />
        )}
      </>
    ),
    file: { fields: ['RewardValue', 'RewardPoints', 'RewardStatus'] },
  },
  {
    field: 'LastContactAt',
    render: (row) => <LastContact row={row} />,
    file: { fields: ['LastContactAt', 'LastContactType', 'LastOutcome'] },
  },
  'PreferredStaffName',
]

/** The call list of members whose points expire soon, with contacts and expiry rewards. */
export function ExpiringPointsContactPage() {
  const t = useT()
  const labels = useLabels('expiry')
  const { has, isHQ } = useSession()
  const dialog = useRecordDialog(listRescue, 'MembershipNo')
  const add = useCall(addExpiryReward, {
    done: 'expiry:reward.added',
    failed: 'expiry:reward.memberFailed',
  })
  const canOffer = isHQ && has('Point Expiry Reward')
  return (
    <>
      <ResourceTable
        area="expiry"
        list={listRescue}
        label={t('expiry:rescue.list')}
        rowKey="MembershipNo"
        columns={columns}
        optional={[
          'MembershipNo',
          'Email',
          'OutletCode',
          'PointBalance',
          'Channels',
          'ReferenceCode',
          'LastContactByName',
        ]}
        rowLink={({ CustomerId }) => (has('Customer') ? customerPath({ CustomerId }) : undefined)}
        preview={(row) => <PastContacts row={row} />}
        search={{
          MembershipNo: 'capitals',
          FullName: 'capitals',
          OutletCode: 'outlet',
          PreferredStaffName: 'capitals',
          ContactedYN: 'yes-no',
          Outcome: ContactOutcome.options,
        }}
        actions={(row) => [
          { label: t('expiry:rescue.contacted'), run: () => dialog.edit(row) },
          ...(['Call', 'WhatsApp', 'Email'] as const).map((channel) => {
            const address = contactLinkUrl(row, channel)
            return {
              label: labels.value('ContactType', channel),
              disabled:
                (!row.Channels.includes(channel) && t('expiry:rescue.notAgreed')) ||
                (!address && t('expiry:rescue.unknown')),
              run: () => window.open(address, '_blank', 'noopener'),
            }
          }),
          canOffer && {
            label: t('expiry:reward.create'),
            disabled:
              (row.ReferenceCode !== null && t('expiry:reward.exists')) ||
              (row.RewardPoints === 0 && t('expiry:reward.tooFew')),
            run: () => add.mutateAsync(monthOf(row)),
          },
          has('Customer') && { label: t('expiry:statement'), to: statementPath({ MembershipNo: row.MembershipNo }) },
        ]}
        empty={() => ({ title: t('expiry:rescue.none'), hint: t('expiry:rescue.noneHint') })}
      />
      <Suspense fallback={null}>
        <ContactDialog row={dialog.editing} onClose={dialog.close} />
      </Suspense>
    </>
  )
}

const monthOf = ({ MembershipNo, ExpiryDate }: RescueRow) => ({
  MembershipNo,
  ExpiryYear: Number(ExpiryDate.slice(0, 4)),
  ExpiryMonth: Number(ExpiryDate.slice(5, 7)),
})

function LastContact({ row }: { row: RescueRow }) {
  const labels = useLabels('expiry')
  if (!row.LastContactAt || !row.LastOutcome) return null
  return (
    <>
      {labels.value('Outcome', row.LastOutcome)}
      <Muted as="div">
        {[
          row.LastContactType && labels.value('ContactType', row.LastContactType),
          formatShortDate(businessDate(row.LastContactAt)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Muted>
    </>
  )
}
