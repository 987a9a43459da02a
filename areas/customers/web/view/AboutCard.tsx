import { Alert } from 'antd'
import { PencilIcon } from 'lucide-react'
import { Link } from 'react-router'
import { CodeName } from '#kit/web/CodeName.tsx'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { call } from '#kit/web/call.ts'
import { businessDate, formatRelativeDate, formatShortDate, listSeparator } from '#kit/web/format.ts'
import { FactList } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { type CustomerView, findMainMembership, isCustomerEditable, revealIdentity } from '../../contract/customers.ts'
import { useEditDialogInUrl } from './editing.ts'
import { RevealableValue } from './Masked.tsx'
import '../customers.css'

/** The card with the personal details of a customer, without empty fields. */
export function PersonalDetailsCard({ customer, edits = false }: { customer: CustomerView; edits?: boolean }) {
  const t = useT()
  const labels = useLabels('customers')
  const home = customer.Addresses[0]
  const tongues = customer.SpokenLanguages.length > 0 ? customer.SpokenLanguages : [customer.Language]
  const joined = findMainMembership(customer)?.JoinDate
  return (
    <Card title={t('customers:view.about')} extra={edits && <EditCustomerButton customer={customer} />}>
      <NricWarningsAlert customer={customer} />
      <FactList
        facts={[
          customer.PreferredName && {
            label: labels.field('PreferredName'),
            value: <bdi>{customer.PreferredName}</bdi>,
          },
          customer.DateOfBirth && {
            label: t('customers:view.birthday'),
            value: <Birthday born={customer.DateOfBirth} />,
          },
          customer.Gender && { label: labels.field('Gender'), value: labels.value('Gender', customer.Gender) },
          { label: t('customers:view.identity'), value: <RevealableIdentityNumber customer={customer} /> },
          home && {
            label: t('customers:view.livesIn'),
            value: <bdi>{[home.City, home.State, home.Country].filter(Boolean).slice(0, 2).join(listSeparator())}</bdi>,
          },
          tongues[0] && {
            label: labels.field('Language'),
            value: tongues.map((language) => language && labels.value('Language', language)).join(listSeparator()),
          },
          customer.WeddingAnniversary && {
            label: labels.field('WeddingAnniversary'),
            value: <Birthday born={customer.WeddingAnniversary} />,
          },
          joined && { label: t('customers:view.since'), value: formatShortDate(joined) },
          {
            label: labels.field('RegisteredOutletCode'),
            value: <CodeName field="RegisteredOutletCode" code={customer.RegisteredOutletCode} />,
          },
          customer.Remarks && { label: labels.field('Remarks'), value: <bdi>{customer.Remarks}</bdi> },
        ]}
      />
      {edits && (
        <p className="carat-space-before">
          <Link to={{ search: '?tab=profile' }} preventScrollReset>
            {t('customers:view.all')}
          </Link>
        </p>
      )}
    </Card>
  )
}

/** The button that opens the edit dialog of a customer, for users who may edit customers. */
export function EditCustomerButton({ customer }: { customer: CustomerView }) {
  const t = useT()
  const labels = useLabels('customers')
  const { has } = useSession()
  const [, setEditing] = useEditDialogInUrl()
  if (!has(['Customer', 'Update Member Listing'])) return null
  return (
    <ReasonedButton
      type="link"
      size="small"
      icon={<PencilIcon aria-hidden />}
      reason={
        !isCustomerEditable(customer) && t('customers:view.closed', { status: labels.value('Status', customer.Status) })
      }
      onClick={() => setEditing(true)}
    >
      {t('kit:verbs.edit')}
    </ReasonedButton>
  )
}

export function NricWarningsAlert({ customer }: { customer: CustomerView }) {
  const t = useT()
  if (customer.NricWarnings.length === 0) return null
  return (
    <Alert
      className="carat-space-after"
      type="warning"
      showIcon
      title={customer.NricWarnings.map((warning) => <div key={warning}>{t(`customers:nric.${warning}`)}</div>)}
    />
  )
}

/** Shows the masked identity number. Users with the privilege can reveal the full number with a reason. */
export function RevealableIdentityNumber({ customer: { CustomerId, IdType, IdNo } }: { customer: CustomerView }) {
  const t = useT()
  const { has, may } = useSession()
  if (IdNo === null) return t('customers:view.noIdentity')
  return (
    <Row gap="s" as="span">
      <span>{IdType}</span>
      <RevealableValue
        name={t('customers:fields.IdNo')}
        masked={IdNo}
        reveal={
          has('Customer') && may('View Identity Number')
            ? async (Reason) => (await call(revealIdentity, { CustomerId, Reason })).IdNo
            : undefined
        }
      />
    </Row>
  )
}

/** A yearly date, with the number of days left if the date is near. */
function Birthday({ born }: { born: string }) {
  const today = businessDate()
  // In years without 29 February the date is 28 February.
  const day = born.slice(5) === '02-29' ? '02-28' : born.slice(5)
  const year = Number(today.slice(0, 4))
  const next = `${year}-${day}` >= today ? `${year}-${day}` : `${year + 1}-${day}`
  const near = formatRelativeDate(next)
  return (
    <Row as="span">
      <bdi>{formatShortDate(born)}</bdi>
      {near !== formatShortDate(next) && <span className="carat-near">{near}</span>}
    </Row>
  )
}
