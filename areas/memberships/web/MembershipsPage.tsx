import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { CustomerStatus, MemberType, RegistrationSource } from '#areas/customers/contract/customers.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { listCardCategories } from '../contract/card-categories.ts'
import { listMemberships, type MembershipRow } from '../contract/memberships.ts'
import { customerLink, explainLink, saleLink, upgradeLink } from './links.ts'
import { QuickSearch } from './QuickSearch.tsx'
import { TierOf } from './Tier.tsx'

const columns: Column<MembershipRow>[] = [
  { field: 'MembershipNo', render: (row) => <span className="carat-figure">{row.MembershipNo}</span> },
  { field: 'Name', title: 'memberships:fields.FullName' },
  { field: 'CardCategoryCode', render: (row) => <TierOf code={row.CardCategoryCode} /> },
  'Status',
  'PointBalance',
  {
    field: 'Customer',
    title: 'memberships:fields.ContactNo',
    render: (row) => <span dir="ltr">{row.Customer.ContactNo}</span>,
  },
  { field: 'RegisteredOutletCode' },
  { field: 'JoinDate', title: 'memberships:list.joined', as: 'date', wideOnly: true },
]

/** The member search: everybody with a membership number, premium or not. */
export function MembershipsPage() {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const [address] = useSearchParams()
  const typed = address.get('Q') ?? ''
  const opens = has(['Customer', 'Update Member Listing'])

  return (
    <ResourceTable
      area="memberships"
      list={listMemberships}
      label={t('memberships:screens.list')}
      rowKey="MembershipNo"
      columns={columns}
      rowName={(row) => row.Name}
      rowLink={(row) => (opens ? customerLink(row.CustomerId) : undefined)}
      toolbar={<QuickSearch />}
      input={{ Search: { Q: typed } }}
      search={{
        FullName: 'capitals',
        IdNo: 'capitals',
        MemberType: MemberType.options,
        CardCategoryCode: { choices: categories },
        Status: CustomerStatus.options,
        OutletCode: 'outlet',
        RegistrationSource: RegistrationSource.options,
        JoinDateFrom: { until: 'JoinDateTo', label: 'memberships:fields.JoinDate' },
      }}
      searchClosed
      actions={(row) => [
        has('Customer') && { label: t('memberships:actions.viewCustomer'), to: customerLink(row.CustomerId) },
        has('Customer Transaction') && {
          label: t('memberships:actions.sale'),
          to: saleLink(row.MembershipNo),
          disabled: row.Status !== 'Active' && t('memberships:refusals.customer_not_active'),
        },
        has(['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment']) && {
          label: t('memberships:actions.explain'),
          to: explainLink(row.MembershipNo),
        },
        has('Customer') && {
          label: t('memberships:actions.upgrade'),
          to: upgradeLink(row.MembershipNo),
          disabled: row.MemberType === 'Premium Member' && t('memberships:refusals.already_premium'),
        },
      ]}
      empty={{
        title: typed ? t('memberships:refusals.no_customer') : t('memberships:list.empty'),
        hint: typed ? t('memberships:counter.nobody', { typed }) : t('memberships:list.emptyHint'),
        action: has('Customer') && (
          <Button
            type="primary"
            icon={<UserAddOutlined aria-hidden />}
            onClick={() => void navigate('/registration/customers/add', { state: { typed } })}
          >
            {t('memberships:counter.register')}
          </Button>
        ),
      }}
    />
  )
}

async function categories() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return rows.map(({ Code, Name, CardGroupName }) => ({ value: Code, label: Name, hint: CardGroupName }))
}
