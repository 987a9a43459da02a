import { Button } from 'antd'
import { UserPlusIcon } from 'lucide-react'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { CustomerStatus, MemberType, RegistrationSource } from '#areas/customers/contract/customers.ts'
import { customerAddPath, customerPath } from '#areas/customers/paths.ts'
import { memberLevelsPath } from '#areas/levels/paths.ts'
import { explainPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useHistory } from '#kit/web/RecordHistory.tsx'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { listCardCategories } from '../contract/card-categories.ts'
import { deleteMembership, listMemberships, type MembershipRow, restoreMembership } from '../contract/memberships.ts'
import { upgradePath } from '../paths.ts'
import { QuickSearch } from './QuickSearch.tsx'
import { TierOf, tierWords } from './Tier.tsx'
import { useMembershipBulk } from './useBulk.tsx'

const MembershipPreview = lazy(async () => ({ default: (await import('./MembershipPreview.tsx')).MembershipPreview }))

const columns: Column<MembershipRow>[] = [
  { field: 'MembershipNo', render: (row) => <span className="carat-figure">{row.MembershipNo}</span> },
  { field: 'Name', title: 'memberships:fields.FullName' },
  { field: 'CardCategoryCode', render: (row) => <TierOf code={row.CardCategoryCode} />, file: { words: tierWords } },
  'Status',
  'PointBalance',
  { field: 'Customer.ContactNo', render: (row) => <span dir="ltr">{row.Customer.ContactNo}</span> },
  { field: 'RegisteredOutletCode' },
  { field: 'JoinDate', title: 'memberships:list.joined', as: 'date', wideOnly: true },
]

const optional: Column<MembershipRow>[] = [
  'MemberType',
  { field: 'Customer.IdNo', render: (row) => <span className="carat-figure">{row.Customer.IdNo}</span> },
  'Customer.Email',
  'Gender',
  'Ethnicity',
  'City',
  'State',
  'NearestOutletCode',
  'RegistrationSource',
]

/** The member search: everybody with a membership number, premium or not. */
export function MembershipsPage() {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const bulk = useMembershipBulk()
  const history = useHistory('memberships', 'Membership')
  const opens = has(['Customer', 'Update Member Listing'])
  const deleting = useDelete()

  return (
    <>
      <ResourceTable
        area="memberships"
        list={listMemberships}
        label={t('memberships:screens.list')}
        rowKey="MembershipNo"
        columns={columns}
        optional={optional}
        rowName={(row) => row.Name}
        rowLink={(row) => (opens ? customerPath({ CustomerId: row.CustomerId }) : undefined)}
        toolbar={(filtering) => <QuickSearch {...filtering} />}
        bulk={bulk}
        preview={({ MembershipNo }) => <MembershipPreview MembershipNo={MembershipNo} />}
        search={{
          Q: { own: true, label: 'kit:search.person' },
          FullName: 'capitals',
          IdNo: 'capitals',
          MemberType: MemberType.options,
          CardCategoryCode: { choices: categories },
          Status: CustomerStatus.options,
          OutletCode: 'outlet',
          RegistrationSource: RegistrationSource.options,
          JoinDateFrom: { until: 'JoinDateTo', label: 'memberships:fields.JoinDate' },
        }}
        actions={(row) => [
          has('Customer') && {
            label: t('memberships:actions.viewCustomer'),
            to: customerPath({ CustomerId: row.CustomerId }),
          },
          has('Customer Transaction') && {
            label: t('kit:verbs.recordSale'),
            to: saleAddPath({ MembershipNo: row.MembershipNo }),
            disabled: row.Status !== 'Active' && t('memberships:refusals.customer_not_active'),
          },
          has(['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment']) && {
            label: t('kit:verbs.explainPoints'),
            to: explainPath({ MembershipNo: row.MembershipNo }),
          },
          has(['Customer', 'Member Category Approval']) && {
            label: t('customers:points.level'),
            to: memberLevelsPath({ MembershipNo: row.MembershipNo }),
          },
          has('Customer') && {
            label: t('kit:verbs.upgradeToPremium'),
            to: upgradePath({ MembershipNo: row.MembershipNo }),
            disabled: row.MemberType === 'Premium Member' && t('memberships:refusals.already_premium'),
          },
          history.of(row.MembershipNo, row.MembershipNo),
          has('Customer') && deleting(row),
        ]}
        empty={({ Q, ...others }) => {
          if (Object.keys(others).length > 0) return undefined
          return {
            title: t(Q ? 'memberships:refusals.no_customer' : 'memberships:list.empty'),
            hint: Q
              ? `${t('kit:member.nobody', { typed: Q })} ${isHQ ? '' : t('kit:member.elsewhere')}`.trim()
              : t('memberships:list.emptyHint'),
            action: has('Customer') && (
              <Button
                type="primary"
                icon={<UserPlusIcon aria-hidden />}
                onClick={() => void navigate(customerAddPath(), { state: { typed: Q ?? '' } })}
              >
                {t('kit:verbs.register')}
              </Button>
            ),
          }
        }}
      />
      {history.node}
    </>
  )
}

/** The last membership goes with its customer, and one with points is archived instead: the server says so. */
function useDelete() {
  const t = useT()
  const { mutateAsync } = useCall(deleteMembership, {
    done: 'memberships:done.deleted',
    failed: 'kit:deleteFailed',
    undo: ({ MembershipNo }) => call(restoreMembership, { MembershipNo }),
  })
  return ({ MembershipNo, Name }: MembershipRow) => ({
    label: t('kit:verbs.delete'),
    danger: true,
    confirm: t('memberships:list.deleteQuestion', { number: MembershipNo, name: Name }),
    run: () => mutateAsync({ MembershipNo }),
  })
}

async function categories() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return rows.map(({ Code, Name, CardGroupName }) => ({ value: Code, label: Name, hint: CardGroupName }))
}
