import { Button, Tag } from 'antd'
import { CakeIcon, UserPlusIcon } from 'lucide-react'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { explainPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { call } from '#kit/web/call.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { businessDate, dayAndMonth } from '#kit/web/format.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { PersonMark } from '#kit/web/PersonMark.tsx'
import { shortName } from '#kit/web/person.ts'
import { type Column, type PageView, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { TierBadge } from '#kit/web/Tier.tsx'
import { TwoLines } from '#kit/web/table/TwoLines.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { declared, listedFields } from '../contract/customer-fields.ts'
import { CustomerStatus, type ListedCustomer, listCustomers, MemberType } from '../contract/customers.ts'
import { customerAddPath, customerPath } from '../paths.ts'
import { useBulk } from './useBulk.tsx'

const CustomerPreview = lazy(async () => ({ default: (await import('./view/CustomerPreview.tsx')).CustomerPreview }))

const columns: Column<ListedCustomer>[] = [
  { field: 'FullName', title: 'customers:list.customer', render: (row) => <Person row={row} /> },
  { field: 'CardCategoryCode', render: (row) => <TierOf code={row.CardCategoryCode} />, file: { words: tierWords } },
  'PointBalance',
  {
    field: 'ExpiringPoints',
    render: ({ ExpiringPoints, ExpiringDate }) =>
      ExpiringPoints && ExpiringDate ? (
        <TwoLines
          second={
            <span className={isSoon(ExpiringDate) ? 'carat-danger' : undefined}>
              <ShortDate value={ExpiringDate} />
            </span>
          }
        >
          <PointsText points={ExpiringPoints} />
        </TwoLines>
      ) : null,
    file: { fields: ['ExpiringPoints', 'ExpiringDate'] },
  },
  {
    field: 'LastPurchaseDate',
    figure: true,
    render: ({ LastPurchaseDate, LastPurchaseAmount }) =>
      LastPurchaseAmount === null ? (
        <ShortDate value={LastPurchaseDate} />
      ) : (
        <TwoLines second={<ShortDate value={LastPurchaseDate} />}>
          <MoneyText amount={LastPurchaseAmount} />
        </TwoLines>
      ),
    file: { fields: ['LastPurchaseDate', 'LastPurchaseAmount'] },
  },
  { field: 'SpendOfYear', wideOnly: true },
  { field: 'DateOfBirth', title: 'customers:list.birthday', wideOnly: true, render: (row) => <Birthday row={row} /> },
  {
    field: 'PreferredStaffName',
    title: 'customers:list.adviser',
    render: ({ PreferredStaffName, RegisteredOutletCode }) => (
      <TwoLines second={RegisteredOutletCode}>
        {PreferredStaffName && <bdi>{shortName(PreferredStaffName)}</bdi>}
      </TwoLines>
    ),
    file: { fields: ['PreferredStaffName', 'RegisteredOutletCode'] },
  },
]

const optional: Column<ListedCustomer>[] = [
  'MembershipNo',
  'Status',
  { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
  { field: 'IdNo', render: (row) => <span className="carat-figure">{row.IdNo}</span> },
  'MemberType',
  ...listedFields
    .filter((name) => !['FullName', 'IdNo', 'ContactNo', 'DateOfBirth'].includes(name))
    .map((name) => (declared[name].date ? { field: name, as: 'date' as const } : name)),
  'RegistrationSource',
  'CreatedAt',
]

const SOON_DAYS = 30
const DAY_MS = 86_400_000
const dayAfter = (days: number) => businessDate(new Date(Date.now() + days * DAY_MS))
const isSoon = (date: string) => date <= dayAfter(SOON_DAYS)

/** What people ask of this list every day. */
function dailyViews(): PageView[] {
  const today = businessDate()
  const quarter = String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('-02-29', '-02-28')}`
  return [
    { label: 'customers:views.quarter', filters: { LastPurchaseFrom: `${today.slice(0, 4)}-${quarter}-01` } },
    { label: 'customers:views.birthday', filters: { BirthdayFrom: today, BirthdayTo: dayAfter(6) } },
    { label: 'customers:views.expiring', filters: { ExpiringBy: dayAfter(45) } },
    { label: 'customers:views.lapsed', filters: { LastPurchaseTo: yearAgo } },
  ]
}

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
      rows={20}
      views={dailyViews()}
      search={{
        Q: { kind: 'text', label: 'kit:search.person' },
        CardCategoryCode: { choices: categories },
        RegisteredOutletCode: 'outlet',
        MemberType: MemberType.options,
        LastPurchaseFrom: { until: 'LastPurchaseTo', label: 'customers:fields.LastPurchaseDate' },
        BirthdayFrom: { until: 'BirthdayTo', label: 'customers:list.birthday' },
        ExpiringBy: 'date',
        Status: CustomerStatus.options,
      }}
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

/** Who it is, in two lines; the status only where it is not the usual one. */
function Person({ row }: { row: ListedCustomer }) {
  return (
    <span className="carat-person-cell">
      <PersonMark name={row.FullName} />
      <span className="carat-cell-lines">
        <bdi>{shortName(row.FullName)}</bdi>
        <small>
          <bdi dir="ltr">{row.MembershipNo}</bdi> · <bdi dir="ltr">{row.ContactNo}</bdi>
        </small>
      </span>
      {row.Status !== 'Active' && <StatusTag status={row.Status} area="customers" field="Status" />}
    </span>
  )
}

function Birthday({ row: { DateOfBirth } }: { row: ListedCustomer }) {
  const t = useT()
  if (!DateOfBirth) return null
  const day = DateOfBirth.slice(5)
  const near = [0, 1].find((days) => dayAfter(days).slice(5) === day)
  if (near === undefined) return <span className="carat-figure">{dayAndMonth(DateOfBirth)}</span>
  return (
    <Tag color="warning" icon={near === 0 && <CakeIcon aria-hidden />}>
      {t(near === 0 ? 'customers:list.today' : 'customers:list.tomorrow')}
    </Tag>
  )
}

async function categories() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return rows.map(({ Code, Name, CardGroupName }) => ({ value: Code, label: Name, hint: CardGroupName }))
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
