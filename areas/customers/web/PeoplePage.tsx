import { Button, Tag } from 'antd'
import { CakeIcon, ReceiptTextIcon, UserPlusIcon } from 'lucide-react'
import { lazy, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useCustomFieldColumns, useCustomFieldFilters } from '#areas/custom-fields/web/index.ts'
import { memberLevelsPath } from '#areas/levels/paths.ts'
import { counterPath, upgradePath } from '#areas/memberships/paths.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import { pointExplanationPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { listStaffs } from '#areas/staff/contract.ts'
import { shortenPersonName } from '#kit/contract/person.ts'
import { CodeName } from '#kit/web/CodeName.tsx'
import { call } from '#kit/web/call.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { businessDate, formatDayAndMonth, formatPoints, formatShortDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useService } from '#kit/web/slots.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { TwoLineCell } from '#kit/web/table/TwoLines.tsx'
import type { PageView } from '#kit/web/table/ViewTabs.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { customerFieldDeclarations, listedCustomerFields } from '../contract/customer-fields.ts'
import {
  CustomerStatus,
  type ListedCustomer,
  listCustomers,
  MemberType,
  RegistrationSource,
} from '../contract/customers.ts'
import { customerViewRoles } from '../contract/roles.ts'
import { customerAddPath, customerPath } from '../paths.ts'
import { type CardCategoryService, cardCategoriesService } from './slots.ts'
import { useCustomerBulkActions } from './useBulk.tsx'
import './customers.css'

const CustomerPreview = lazy(async () => ({ default: (await import('./view/CustomerPreview.tsx')).CustomerPreview }))

const columnsWith = ({ Badge, names }: CardCategoryService): Column<ListedCustomer>[] => [
  {
    field: 'FullName',
    title: 'customers:list.customer',
    render: (row) => <CustomerName row={row} />,
    mark: ({ FullName }) => <PersonInitials name={FullName} />,
    phone: (row) => <NameWithStatus row={row} />,
  },
  {
    field: 'CardCategoryCode',
    render: (row) => <Badge code={row.CardCategoryCode} />,
    phone: (row) => <Badge code={row.CardCategoryCode} />,
    file: { words: names },
  },
  'PointBalance',
  {
    field: 'ExpiringPoints',
    render: ({ ExpiringPoints, ExpiringDate }) =>
      ExpiringPoints && ExpiringDate ? (
        <TwoLineCell
          second={
            <span className={isSoon(ExpiringDate) ? 'carat-danger' : undefined}>
              <ShortDate value={ExpiringDate} />
            </span>
          }
        >
          <PointsText points={ExpiringPoints} />
        </TwoLineCell>
      ) : null,
    phone: (row) => row.ExpiringDate && <ExpiringPointsText row={row} />,
    file: { fields: ['ExpiringPoints', 'ExpiringDate'] },
  },
  {
    field: 'LastPurchaseDate',
    figure: true,
    phone: null,
    render: ({ LastPurchaseDate, LastPurchaseAmount }) =>
      LastPurchaseAmount === null ? (
        <ShortDate value={LastPurchaseDate} />
      ) : (
        <TwoLineCell second={<ShortDate value={LastPurchaseDate} />}>
          <MoneyText amount={LastPurchaseAmount} />
        </TwoLineCell>
      ),
    file: { fields: ['LastPurchaseDate', 'LastPurchaseAmount'] },
  },
  { field: 'SpendOfYear', wideOnly: true },
  { field: 'DateOfBirth', title: 'customers:list.birthday', wideOnly: true, render: (row) => <Birthday row={row} /> },
  {
    field: 'PreferredStaffName',
    title: 'customers:list.adviser',
    width: 140,
    render: ({ PreferredStaffName, RegisteredOutletCode }) =>
      PreferredStaffName ? (
        <TwoLineCell second={<CodeName field="RegisteredOutletCode" code={RegisteredOutletCode} />}>
          <bdi>{shortenPersonName(PreferredStaffName)}</bdi>
        </TwoLineCell>
      ) : (
        <Muted>
          <CodeName field="RegisteredOutletCode" code={RegisteredOutletCode} />
        </Muted>
      ),
    phone: null,
    file: { fields: ['PreferredStaffName', 'RegisteredOutletCode'] },
  },
]

const optional: Column<ListedCustomer>[] = [
  'MembershipNo',
  { field: 'JoinDate', title: 'memberships:list.joined', as: 'date' },
  'Status',
  { field: 'ContactNo', render: (row) => <span dir="ltr">{row.ContactNo}</span> },
  { field: 'IdNo', render: (row) => <span className="carat-figure">{row.IdNo}</span> },
  'MemberType',
  ...listedCustomerFields
    .filter((name) => !['FullName', 'IdNo', 'ContactNo', 'DateOfBirth'].includes(name))
    .map((name) => (customerFieldDeclarations[name].date ? { field: name, as: 'date' as const } : name)),
  'RegistrationSource',
  'CreatedAt',
]

const SOON_DAYS = 30
const DAY_MS = 86_400_000
const dayAfter = (days: number) => businessDate(new Date(Date.now() + days * DAY_MS))
const isSoon = (date: string) => date <= dayAfter(SOON_DAYS)

const premium = { MemberType: 'Premium Member' }

/** The predefined views of the customer list, such as birthdays this week and lapsed customers. */
function dailyViews(): PageView[] {
  const today = businessDate()
  const quarter = String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4).replace('-02-29', '-02-28')}`
  return [
    { label: 'customers:views.premium', filters: premium },
    { label: 'customers:views.quarter', filters: { LastPurchaseFrom: `${today.slice(0, 4)}-${quarter}-01` } },
    { label: 'customers:views.birthday', filters: { BirthdayFrom: today, BirthdayTo: dayAfter(6) } },
    { label: 'customers:views.expiring', filters: { ExpiringBy: dayAfter(45) } },
    { label: 'customers:views.lapsed', filters: { LastPurchaseTo: yearAgo } },
  ]
}

/** The list of all customers. */
export const CustomersPage = () => <People screen="customers:screens.list" />

/** The list of customers, initially filtered to premium members. */
export const MembershipsPage = () => <People screen="memberships:screens.list" opens={premium} />

/** The list of customers, which the menu shows under two names. */
function People({ screen, opens }: { screen: TextKey; opens?: Record<string, string> }) {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const bulk = useCustomerBulkActions()
  const categories = useService(cardCategoriesService)
  const columns = useMemo(() => columnsWith(categories), [categories])
  const customColumns: readonly Column<ListedCustomer>[] = useCustomFieldColumns('Customer') as never
  const customSearch = useCustomFieldFilters('Customer')
  const actionsOf = useActions()
  // Users without a role for customer records open the counter instead of the customer's page.
  const isOpen = has(customerViewRoles)

  return (
    <ResourceTable
      area="customers"
      list={listCustomers}
      label={t(screen)}
      {...(opens && { opens })}
      rowKey="CustomerId"
      columns={columns}
      optional={[...optional, ...customColumns]}
      rowLink={({ CustomerId, MembershipNo }) => {
        if (isOpen) return customerPath({ CustomerId })
        return MembershipNo === null ? undefined : counterPath({ member: MembershipNo })
      }}
      rows={20}
      views={dailyViews()}
      search={{
        Q: { kind: 'text', label: 'kit:search.person' },
        CardCategoryCode: { choices: categories.choices },
        RegisteredOutletCode: 'outlet',
        PreferredStaffId: { choices: advisers, label: 'customers:list.adviser' },
        MemberType: MemberType.options,
        LastPurchaseFrom: { until: 'LastPurchaseTo', label: 'customers:fields.LastPurchaseDate' },
        BirthdayFrom: { until: 'BirthdayTo', label: 'customers:list.birthday' },
        ExpiringBy: 'date',
        JoinDateFrom: { until: 'JoinDateTo', label: 'memberships:fields.JoinDate' },
        RegistrationSource: RegistrationSource.options,
        Status: CustomerStatus.options,
        ...customSearch,
      }}
      bulk={bulk}
      {...(isOpen && { preview: ({ CustomerId }: ListedCustomer) => <CustomerPreview CustomerId={CustomerId} /> })}
      actions={actionsOf}
      empty={({ Q, MemberType: _type, ...others }) => {
        if (Object.keys(others).length > 0) return undefined
        return {
          title: t(Q ? 'customers:member.none' : 'customers:list.empty'),
          hint: Q
            ? `${t('customers:member.notRegistered', { typed: Q })} ${isHQ ? '' : t('customers:list.otherOutletHint')}`.trim()
            : t('customers:list.emptyHint'),
          action: (
            <Row justify="center">
              {Q && !isHQ && (
                <Button onClick={() => void navigate(counterPath({ q: Q }))}>{t('customers:list.atCounter')}</Button>
              )}
              {/* The text is passed in the history state instead of the URL, because it may be an identity number. */}
              {has('Customer') && (
                <Button
                  type="primary"
                  icon={<UserPlusIcon aria-hidden />}
                  onClick={() => void navigate(customerAddPath(), { state: { typed: Q ?? '' } })}
                >
                  {t('kit:verbs.register')}
                </Button>
              )}
            </Row>
          ),
        }
      }}
    />
  )
}

/** The row actions that the user's roles allow. The first action enters a sale. */
function useActions() {
  const t = useT()
  const { has, may } = useSession()
  const reads = has(['Customer', 'Customer Transaction', 'Member Point Statement', 'Point Adjustment'])
  return ({ CustomerId, MembershipNo, Status, MemberType }: ListedCustomer) => {
    const notActive = Status !== 'Active' && t('customers:view.notActive')
    return [
      MembershipNo !== null &&
        has('Customer Transaction') && {
          label: t('customers:member.recordSale'),
          icon: <ReceiptTextIcon aria-hidden />,
          obvious: true,
          to: saleAddPath({ MembershipNo }),
          disabled: notActive,
        },
      has(['Customer', 'Update Member Listing']) && {
        label: t('kit:verbs.edit'),
        to: customerPath({ CustomerId, edit: 'profile' }),
      },
      MembershipNo !== null &&
        has('Customer') &&
        MemberType === 'Non-Premium Member' && {
          label: t('customers:member.upgradeToPremium'),
          to: upgradePath({ MembershipNo }),
          disabled: notActive,
        },
      MembershipNo !== null &&
        has(['Customer', 'Member Category Approval']) && {
          label: t('customers:points.level'),
          to: memberLevelsPath({ MembershipNo }),
        },
      MembershipNo !== null &&
        reads && { label: t('customers:member.explainPoints'), to: pointExplanationPath({ MembershipNo }) },
      has('Customer') &&
        may('Merge Members') && {
          label: t('customers:actions.merge'),
          to: mergeAddPath({ Survivor: CustomerId }),
        },
    ]
  }
}

/** Shows the customer's name in two lines, and the status unless the customer is Active. */
function CustomerName({ row }: { row: ListedCustomer }) {
  return (
    <span className="carat-person-cell">
      <PersonInitials name={row.FullName} />
      <TwoLineCell
        second={
          <span className="carat-nowrap">
            <bdi dir="ltr">{row.MembershipNo}</bdi> · {row.ContactNo && <PhoneText number={row.ContactNo} />}
          </span>
        }
      >
        <NameWithStatus row={row} />
      </TwoLineCell>
    </span>
  )
}

/** Shows the name, and the status of a customer who is not active. */
const NameWithStatus = ({ row: { FullName, Status } }: { row: ListedCustomer }) => (
  <>
    <bdi>{shortenPersonName(FullName)}</bdi>{' '}
    {Status !== 'Active' && <StatusTag status={Status} area="customers" field="Status" />}
  </>
)

/** Shows the points that expire next, for the layout on phones. */
function ExpiringPointsText({ row: { ExpiringPoints, ExpiringDate } }: { row: ListedCustomer }) {
  const t = useT()
  if (!ExpiringPoints || !ExpiringDate) return null
  const inYear = ExpiringDate.slice(0, 4) === businessDate().slice(0, 4)
  const date = inYear ? formatDayAndMonth(ExpiringDate) : formatShortDate(ExpiringDate)
  return (
    <span className={isSoon(ExpiringDate) ? 'carat-danger' : undefined}>
      {t('customers:list.expires', { points: formatPoints(ExpiringPoints), date })}
    </span>
  )
}

function Birthday({ row: { DateOfBirth } }: { row: ListedCustomer }) {
  const t = useT()
  if (!DateOfBirth) return null
  const day = DateOfBirth.slice(5)
  const near = [0, 1].find((days) => dayAfter(days).slice(5) === day)
  if (near === undefined) return <span className="carat-figure">{formatDayAndMonth(DateOfBirth)}</span>
  return (
    <Tag color="warning" icon={near === 0 && <CakeIcon aria-hidden />}>
      {t(near === 0 ? 'customers:list.today' : 'customers:list.tomorrow')}
    </Tag>
  )
}

async function advisers() {
  const { rows } = await call(listStaffs, { Rows: 1000, Search: { Status: 'Active' } })
  return rows.map(({ StaffId, FullName, BuildingCode }) => ({
    value: `${StaffId}`,
    label: shortenPersonName(FullName),
    hint: BuildingCode,
  }))
}
