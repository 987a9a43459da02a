import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { TwoLineText } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listRewardReviews, ReviewCause, ReviewStatus, type RewardReview } from '../../contract/reviews.ts'
import { rewardReviewsPath } from '../../paths.ts'

/** Lists all reward reviews, open and decided. */
export function DecidedRewardReviews() {
  const t = useT()
  const columns: Column<RewardReview>[] = [
    {
      field: 'FullName',
      render: ({ FullName, MembershipNo }) => (
        <TwoLineText second={MembershipNo}>
          <bdi>{formatPersonName(FullName)}</bdi>
        </TwoLineText>
      ),
      file: { fields: ['FullName', 'MembershipNo'] },
    },
    'RewardName',
    'Cause',
    'InvoiceNo',
    'OutletCode',
    'CreatedAt',
    'Status',
    'DecidedBy',
    'Reason',
  ]
  return (
    <ResourceTable
      area="customer-rewards"
      list={listRewardReviews}
      label={t('customer-rewards:screens.reviews')}
      rowKey="ReviewId"
      rowName={({ FullName, RewardName }) => `${formatPersonName(FullName)}, ${RewardName}`}
      rowLink={({ ReviewId }) => rewardReviewsPath({ id: ReviewId })}
      columns={columns}
      optional={[
        'ReferenceCode',
        'RewardCode',
        'Type',
        'RewardStatus',
        'Points',
        'VoucherNo',
        'DoneAt',
        'DoneByName',
        'DecidedAt',
      ]}
      search={{
        Name: 'text',
        MembershipNo: 'text',
        Cause: ReviewCause.options,
        Status: ReviewStatus.options,
        OutletCode: 'outlet',
      }}
    />
  )
}
