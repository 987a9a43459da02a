import { Button, Input, Segmented } from 'antd'
import { UserPlusIcon } from 'lucide-react'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { explainPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { type Column, type Filtering, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import { TierBadge } from '#kit/web/Tier.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { declared, listedFields } from '../contract/customer-fields.ts'
import { CustomerStatus, type ListedCustomer, listCustomers } from '../contract/customers.ts'
import { customerAddPath, customerPath } from '../paths.ts'
import { useBulk } from './useBulk.tsx'

const CustomerPreview = lazy(async () => ({ default: (await import('./view/CustomerPreview.tsx')).CustomerPreview }))

const columns: Column<ListedCustomer>[] = [
  'FullName',
  { field: 'MembershipNo', render: (row) => <span className="carat-figure">{row.MembershipNo}</span> },
  { field: 'CardCategoryCode', render: (row) => <TierOf code={row.CardCategoryCode} />, file: { words: tierWords } },
  'Status',
  { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
  { field: 'IdNo', render: (row) => <span className="carat-figure">{row.IdNo}</span>, wideOnly: true },
  { field: 'RegisteredOutletCode', title: 'customers:fields.Outlet' },
]

const always = columns.map((column) => (typeof column === 'string' ? column : 'field' in column && column.field))

const optional: Column<ListedCustomer>[] = [
  'PointBalance',
  'MemberType',
  ...listedFields
    .filter((name) => !always.includes(name))
    .map((name) => (declared[name].date ? { field: name, as: 'date' as const } : name)),
  'RegistrationSource',
  'CreatedAt',
]

/** Everybody who was registered, found by one box. */
export function CustomersPage() {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const bulk = useBulk()

  return (
    <ResourceTable
      area="customers"
      list={listCustomers}
      label={t('customers:screens.list')}
      rowKey="CustomerId"
      columns={columns}
      optional={optional}
      rowLink={(row) => customerPath({ CustomerId: row.CustomerId })}
      search={{
        Q: { own: true, label: 'kit:search.person' },
        MemberType: { own: true },
        RegisteredOutletCode: 'outlet',
        Status: CustomerStatus.options,
      }}
      toolbar={(filtering) => <Tools {...filtering} />}
      bulk={bulk}
      preview={({ CustomerId }) => <CustomerPreview CustomerId={CustomerId} />}
      actions={(row) => [
        { label: t('kit:verbs.view'), to: customerPath({ CustomerId: row.CustomerId }) },
        row.MembershipNo !== null &&
          has('Customer Transaction') && {
            label: t('kit:verbs.recordSale'),
            to: saleAddPath({ MembershipNo: row.MembershipNo }),
            disabled: row.Status !== 'Active' && t('customers:view.notActive'),
          },
        row.MembershipNo !== null && {
          label: t('kit:verbs.explainPoints'),
          to: explainPath({ MembershipNo: row.MembershipNo }),
        },
      ]}
      empty={({ Q, MemberType: _type, ...others }) => {
        if (Object.keys(others).length > 0) return undefined
        return {
          title: t(Q ? 'kit:member.none' : 'customers:list.empty'),
          hint: Q
            ? `${t('kit:member.nobody', { typed: Q })} ${isHQ ? '' : t('customers:list.otherOutletHint')}`.trim()
            : t('customers:list.emptyHint'),
          action: (
            <Row justify="center">
              {Q && !isHQ && (
                <Button onClick={() => void navigate(counterPath({ q: Q }))}>{t('customers:list.atCounter')}</Button>
              )}
              {/* Handed over in the history, not in the address: it may be an identity number. */}
              <Button
                type="primary"
                icon={<UserPlusIcon aria-hidden />}
                onClick={() => void navigate(customerAddPath(), { state: { typed: Q ?? '' } })}
              >
                {t('kit:verbs.register')}
              </Button>
            </Row>
          ),
        }
      }}
    />
  )
}

/** One box for everything, and which kind of member. */
function Tools({ filters, searchFor }: Filtering) {
  const t = useT()
  const { Q = '', MemberType = 'All' } = filters
  return (
    <Row gap="m">
      <Input.Search
        key={Q}
        style={{ inlineSize: 340, maxInlineSize: '100%' }}
        defaultValue={Q}
        allowClear
        aria-label={t('kit:search.person')}
        placeholder={t('kit:search.person')}
        autoComplete="off"
        spellCheck={false}
        onSearch={(text) => searchFor({ ...filters, Q: text.trim() })}
      />
      <Segmented
        aria-label={t('customers:fields.MemberType')}
        value={MemberType}
        onChange={(chosen) => searchFor({ ...filters, MemberType: chosen })}
        options={[
          { value: 'All', label: t('kit:search.all') },
          { value: 'Premium Member', label: t('customers:list.premium') },
          { value: 'Non-Premium Member', label: t('kit:member.nonPremium') },
        ]}
      />
    </Row>
  )
}

const CATEGORIES_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only; its name and colour come from the few there are. */
async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}

function TierOf({ code }: { code: string | null }) {
  const t = useT()
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: CATEGORIES_STALE_MS })
  if (!code) return <Muted>{t('kit:member.nonPremium')}</Muted>
  const tier = data?.rows.find(({ Code }) => Code === code)
  return <TierBadge name={tier?.Name ?? code} color={tier?.Color} />
}
