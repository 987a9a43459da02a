import { useEffect, useState } from 'react'
import { SetupStatus } from '#kit/contract/record.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { ControlProps, FieldSpec, FormField, FormFieldValues } from '#kit/web/form/fields.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { RecordList } from '#kit/web/RecordPage.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import {
  type CustomField,
  customFieldRecord,
  FIELD_LIST_ID_LENGTH_MAX,
  FieldType,
  isListFieldType,
  ObjectType,
} from '../../contract/custom-fields.ts'
import { CustomFieldPreview } from './FieldPreview.tsx'
import { CustomFieldListEditor } from './ListItems.tsx'

/** Setup page of the custom fields of customers, tasks and rewards. */
export function CustomFieldsPage() {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<CustomField>()
  const history = useHistoryRowAction('custom-fields', customFieldRecord.subject)
  useRegisterAddAction(() => setAdding(true))
  return (
    <>
      <RecordList
        area="custom-fields"
        record={customFieldRecord}
        words="custom-fields:words"
        heading="custom-fields:screens.list"
        named="CustomFieldName"
        columns={[
          'CustomFieldName',
          'CustomFieldCode',
          'ObjectType',
          'FieldType',
          'IsMandatoryYN',
          { field: 'SequenceNo', as: 'number', phone: null },
          'Status',
        ]}
        optional={['FieldListId', 'AutoSyncYN', 'CreatedAt', 'UpdatedAt']}
        search={{
          ObjectType: ObjectType.options,
          CustomFieldCode: 'capitals',
          CustomFieldName: 'text',
          FieldType: FieldType.options,
          Status: SetupStatus.options,
        }}
        actions={(row, name) => [
          { label: t('kit:verbs.edit'), run: () => setEdited(row) },
          history.of(row.CustomFieldId, name),
        ]}
      />
      {history.node}
      <AddField open={adding} onClose={() => setAdding(false)} />
      <EditField field={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}

const isList = ({ FieldType: type }: FormFieldValues) => isListFieldType(type)

/** The form fields with which staff set up a custom field. `stored` are the saved values of the field's list. */
const fieldsOf = (values: FormFieldValues, stored: readonly string[], noList: string) =>
  [
    'CustomFieldName',
    'FieldType',
    'IsMandatoryYN',
    { name: 'SequenceNo', example: '10' },
    // The List ID is shown for all field types but enabled only for list types, as the help text explains.
    {
      name: 'FieldListId',
      help: 'custom-fields:listIdHelp',
      locked: !isList(values) && noList,
      control: (props) => <ListId {...props} isOpen={isList(values)} />,
    },
    {
      name: 'ListItems',
      wide: true,
      show: isList,
      control: (props) => <CustomFieldListEditor {...props} stored={stored} />,
    },
    'AutoSyncYN',
    'Status',
  ] as const satisfies readonly (string | FieldSpec<string>)[]

/** The input of the List ID is cleared if the field type has no list. */
function ListId({ isOpen, value, onChange, ...rest }: ControlProps & { isOpen: boolean }) {
  useEffect(() => {
    if (!isOpen && value) onChange?.(null)
  }, [isOpen, value, onChange])
  return (
    <TextControl
      {...rest}
      uppercase
      limit={FIELD_LIST_ID_LENGTH_MAX}
      disabled={!isOpen}
      placeholder={isOpen ? 'RING_SIZES' : undefined}
      value={typeof value === 'string' ? value : ''}
      onChange={(typed) => onChange?.(typed)}
      autoComplete="off"
    />
  )
}

type Dialog = { open: boolean; onClose: () => void }

function AddField({ open, onClose }: Dialog) {
  const t = useT()
  const [values, setValues] = useState<FormFieldValues>({})
  const fields: FormField<typeof customFieldRecord.add>[] = [
    'ObjectType',
    { name: 'CustomFieldCode', example: 'RING_SIZE' },
    ...fieldsOf(values, [], t('custom-fields:noList')),
  ]
  return (
    <FormDialog
      area="custom-fields"
      title={t('custom-fields:createNew')}
      open={open}
      onClose={() => {
        onClose()
        setValues({})
      }}
      columns={2}
      call={customFieldRecord.add}
      initial={defaults}
      fields={fields}
      onValues={setValues}
      headline={({ CustomFieldName }) => t('kit:headlines.created', { name: CustomFieldName })}
      done="custom-fields:words.created"
      failed="custom-fields:words.createFailed"
    >
      <CustomFieldPreview values={{ ...defaults, ...values }} />
    </FormDialog>
  )
}

const defaults = { ObjectType: 'Customer', IsMandatoryYN: 'Y', AutoSyncYN: 'Y', Status: 'Active', ListItems: [] }

function EditField({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const t = useT()
  const [values, setValues] = useState<FormFieldValues>({})
  const labels = useLabels('custom-fields')
  const present = { ...field, ...values }
  const fields: FormField<typeof customFieldRecord.update>[] = fieldsOf(
    present,
    field?.ListItems.map(({ Value }) => Value) ?? [],
    t('custom-fields:noList'),
  ) as never
  return (
    <FormDialog
      area="custom-fields"
      title={t('custom-fields:words.edit')}
      open={field !== undefined}
      onClose={() => {
        onClose()
        setValues({})
      }}
      columns={2}
      call={customFieldRecord.update}
      initial={field}
      fields={fields}
      note={
        field && (
          <Muted as="p">
            {labels.value('ObjectType', field.ObjectType)} · <code>{field.CustomFieldCode}</code>.{' '}
            {t('custom-fields:codeStays')}
          </Muted>
        )
      }
      onValues={setValues}
      headline={({ CustomFieldName }) => t('kit:headlines.saved', { name: CustomFieldName })}
      done="custom-fields:words.updated"
      failed="custom-fields:words.updateFailed"
    >
      <CustomFieldPreview values={present} />
    </FormDialog>
  )
}
