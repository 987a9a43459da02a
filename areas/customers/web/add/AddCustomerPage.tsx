import { Button } from 'antd'
import { ChevronDownIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import type { FormField } from '#kit/web/form/fields.ts'
import { fieldProperties } from '#kit/web/form/schema.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { useSession } from '#kit/web/session.ts'
import { customerFieldDeclarations, customerFieldNames } from '../../contract/customer-fields.ts'
import { addCustomer } from '../../contract/customers.ts'
import { NRIC_ID_TYPE } from '../../contract/nric.ts'
import { customerPath, customersPath } from '../../paths.ts'
import { toCustomerFormField } from '../form-field.ts'
import { LeadSourceField } from '../LeadSourceField.tsx'
import { NewCustomerAddressField } from './AddressField.tsx'
import { NewCustomerConsentFields } from './ConsentFields.tsx'
import { prefillFieldFromSearch } from './carried.ts'
import {
  DuplicateCustomerCheck,
  DuplicateFieldNote,
  hasDuplicateWarning,
  type PossibleDuplicate,
  SimilarCustomers,
} from './duplicates.tsx'
import { IdentityField } from './IdentityField.tsx'
import { ReferrerField } from './ReferrerField.tsx'
import '../customers.css'

type Field = FormField<typeof addCustomer>

/** The form that registers a customer at the counter. Required fields come first; optional fields are collapsed. */
export function AddCustomerPage() {
  const t = useT()
  const navigate = useNavigate()
  const location = useLocation()
  const { isHQ, user } = useSession()
  const customFields = useCustomFields('Customer')
  const requiredFields = customFields.filter(({ schema }) => schema && fieldProperties(schema).required)
  const optional = customFields.filter((field) => !requiredFields.includes(field))
  const [duplicates, setDuplicates] = useState<readonly PossibleDuplicate[]>([])
  const [saved, setSaved] = useState(false)
  const [more, setMore] = useState(false)
  const [initial] = useState(() => ({
    IdType: NRIC_ID_TYPE,
    Language: 'English',
    Consents: [],
    RegisteredOutletCode: isHQ ? undefined : user.building?.code,
    ...prefillFieldFromSearch(searchedText(location.state), businessDate()),
  }))

  return (
    <Stack width="form" className="carat-card carat-card-body carat-close-fields">
      <RecordForm
        area="customers"
        call={addCustomer}
        columns={2}
        initial={initial}
        fields={[
          ...mainFields(duplicates, !isHQ && t('kit:search.ownOutlet')),
          // Required custom fields come in the order of the setup, and optional ones are collapsed.
          ...requiredFields,
          ...(more ? [...details(hasDuplicateWarning(duplicates)), ...withHeadings(optional)] : []),
        ]}
        headline={(_, { FullName }) => t('customers:done.registered', { name: formatPersonName(FullName) })}
        done="memberships:done.created"
        failed="customers:failed.create"
        draft="customers.add"
        // A collapsed section opens if the stored draft has values in it.
        onValues={(values) => folded.some((name) => values[name]) && setMore(true)}
        onDone={({ CustomerId }) => {
          // The duplicate check ends after the save, because it would report the new customer as a duplicate.
          setSaved(true)
          return navigate(customerPath({ CustomerId }), { replace: true, state: { registered: true } })
        }}
        onCancel={() => void navigate(customersPath())}
        submit="customers:add.save"
      >
        {!saved && <DuplicateCustomerCheck onFound={setDuplicates} />}
        <SimilarCustomers found={duplicates} />
        {!more && (
          <Button
            type="link"
            style={{ paddingInline: 0 }}
            icon={<ChevronDownIcon aria-hidden />}
            onClick={() => setMore(true)}
            aria-expanded={false}
          >
            {t('customers:add.more')}
          </Button>
        )}
      </RecordForm>
    </Stack>
  )
}

const withHeadings = (fields: readonly Field[]): Field[] =>
  fields.length > 0 ? [{ section: 'kit:form.moreFields' }, ...fields] : []

const searchedText = (state: unknown) => {
  const typed = typeof state === 'object' && state !== null && 'typed' in state ? state.typed : ''
  return typeof typed === 'string' ? typed : ''
}

const showsIdentity = (values: Record<string, unknown>) => values.IdNotGivenYN !== 'Y'

/** The main fields in the order of the conversation with the customer: name, contact, document, consents. */
const mainFields = (duplicates: readonly PossibleDuplicate[], lockedOutlet: string | false): Field[] => [
  { name: 'FullName', wide: true, help: 'customers:add.nameHelp' },
  {
    name: 'ContactNo',
    control: ({ id, value, onChange, onBlur }) => (
      <>
        <TextControl
          {...(id && { id })}
          value={value as string}
          {...(onChange && { onChange })}
          {...(onBlur && { onBlur })}
          inputMode="tel"
          dir="ltr"
          autoComplete="off"
          placeholder="012-345 6789"
        />
        <DuplicateFieldNote found={duplicates} reason="ContactNo" />
      </>
    ),
  },
  {
    name: 'Email',
    control: ({ id, value, onChange, onBlur }) => (
      <>
        <TextControl
          {...(id && { id })}
          value={value as string}
          {...(onChange && { onChange })}
          {...(onBlur && { onBlur })}
          inputMode="email"
          autoComplete="off"
          limit={254}
        />
        <DuplicateFieldNote found={duplicates} reason="Email" />
      </>
    ),
  },
  { name: 'IdType', choices: { list: 'IDType' }, show: showsIdentity },
  { name: 'IdNo', show: showsIdentity, control: (props) => <IdentityField {...props} found={duplicates} /> },
  'DateOfBirth',
  { name: 'Gender', choices: { list: 'Gender' } },
  { name: 'IdNotGivenYN', wide: true, help: 'customers:add.notGivenHelp' },
  { name: 'RegisteredOutletCode', choices: 'outlet', locked: lockedOutlet },
  { name: 'Language', choices: { list: 'Language' } },
  {
    name: 'Consents',
    label: 'customers:add.agrees',
    wide: true,
    control: (props) => <NewCustomerConsentFields {...props} />,
  },
]

const namesOf = (fields: readonly Field[]) =>
  fields.flatMap((field) => (typeof field === 'string' ? field : 'name' in field ? field.name : []))

/** The names of the optional fields after the referrer. Remarks are omitted if a duplicate already asks for a reason. */
const detailNames = (reasonAsked: boolean) => {
  const elsewhere = new Set<string>([
    ...namesOf(mainFields([], false)),
    'RecommendMembershipNo',
    ...(reasonAsked ? ['Remarks'] : []),
  ])
  return customerFieldNames.filter((name) => !elsewhere.has(name) && !customerFieldDeclarations[name].later)
}

const details = (reasonAsked: boolean): Field[] => [
  { section: 'customers:add.details' },
  { name: 'RecommendMembershipNo', wide: true, control: (props) => <ReferrerField {...props} /> },
  ...detailNames(reasonAsked).map(
    (name): Field =>
      name === 'LeadSourceId'
        ? { name, control: (props) => <LeadSourceField {...props} /> }
        : toCustomerFormField(name),
  ),
  { section: 'customers:fields.Address' },
  {
    name: 'Address',
    label: 'customers:add.firstAddress',
    wide: true,
    control: (props) => <NewCustomerAddressField {...props} />,
  },
]

const folded: readonly string[] = namesOf(details(true))
