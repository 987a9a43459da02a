import { UserAddOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { type CustomerRow, CustomerStatus, listCustomers, MemberType } from '../contract/customers.ts'
import './customers.css'
import { customerLink, explainLink, saleLink } from './links.ts'
import { TierOf } from './Tier.tsx'

const columns: Column<CustomerRow>[] = [
  'FullName',
  { field: 'MembershipNo', render: (row) => <span className="carat-figure">{row.MembershipNo}</span> },
  { field: 'CardCategoryCode', render: (row) => <TierOf code={row.CardCategoryCode} /> },
  'Status',
  { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
  { field: 'IdNo', render: (row) => <span className="carat-figure">{row.IdNo}</span>, wideOnly: true },
  { field: 'RegisteredOutletCode', title: 'customers:fields.Outlet' },
]

/** Everybody who was registered, found by one box. */
export function CustomersPage() {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const [address, change] = useFilters()
  const typed = address.get('Q') ?? ''
  const kind = MemberType.safeParse(address.get('type')).data

  return (
    <ResourceTable
      area="customers"
      list={listCustomers}
      label={t('customers:screens.list')}
      rowKey="CustomerId"
      columns={columns}
      rowLink={(row) => customerLink(row.CustomerId)}
      input={{ Search: { Q: typed, ...(kind && { MemberType: kind }) } }}
      search={{ RegisteredOutletCode: 'outlet', Status: CustomerStatus.options }}
      searchClosed
      toolbar={
        <div className="customers-tools">
          <Input.Search
            key={typed}
            className="customers-search"
            defaultValue={typed}
            allowClear
            aria-label={t('customers:list.box')}
            placeholder={t('customers:list.box')}
            autoComplete="off"
            spellCheck={false}
            onSearch={(text) => change('Q', text.trim())}
          />
          <Segmented
            aria-label={t('customers:fields.MemberType')}
            value={kind ?? 'All'}
            onChange={(chosen) => change('type', chosen === 'All' ? '' : chosen)}
            options={[
              { value: 'All', label: t('customers:list.all') },
              { value: 'Premium Member', label: t('customers:list.premium') },
              { value: 'Non-Premium Member', label: t('customers:list.nonPremium') },
            ]}
          />
        </div>
      }
      actions={(row) => [
        { label: t('customers:actions.view'), to: customerLink(row.CustomerId) },
        row.MembershipNo !== null &&
          has('Customer Transaction') && {
            label: t('customers:actions.sale'),
            to: saleLink(row.MembershipNo),
            disabled: row.Status !== 'Active' && t('customers:view.notActive'),
          },
        row.MembershipNo !== null && { label: t('customers:actions.explain'), to: explainLink(row.MembershipNo) },
      ]}
      empty={{
        title: typed ? t('customers:list.nobody') : t('customers:list.empty'),
        hint: typed ? t('customers:list.nobodyHint', { typed }) : t('customers:list.emptyHint'),
        action: (
          // Handed over in the history, not in the address: it may be an identity number.
          <Button
            type="primary"
            icon={<UserAddOutlined aria-hidden />}
            onClick={() => void navigate('/registration/customers/add', { state: { typed } })}
          >
            {t('customers:list.register')}
          </Button>
        ),
      }}
    />
  )
}

/** The box and the member type stand in the address, like the filters of the table. */
function useFilters() {
  const [address, setAddress] = useSearchParams()
  const change = (name: string, value: string) =>
    setAddress((now) => {
      const next = new URLSearchParams(now)
      next.delete('page')
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  return [address, change] as const
}
