import { Form } from 'antd'
import { useMemo } from 'react'
import { FormFields } from '#kit/web/form/FormFields.tsx'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { BorderedBox, Muted, Stack } from '#kit/web/Layout.tsx'
import { type CustomFieldItem, FieldType, type FormField, isListFieldType } from '../../contract/custom-fields.ts'
import { toCustomFieldSpec } from '../specs.ts'

/** Preview of a custom field, with the same components as the forms. */
export function CustomFieldPreview({ values }: { values: FormFieldValues }) {
  const t = useT()
  const type = FieldType.safeParse(values.FieldType)
  return (
    <BorderedBox>
      <Stack gap="s">
        <h3 className="carat-part">{t('custom-fields:preview.title')}</h3>
        {type.success ? (
          <Preview key={type.data} values={values} type={type.data} />
        ) : (
          <Muted as="p">{t('custom-fields:preview.none')}</Muted>
        )}
      </Stack>
    </BorderedBox>
  )
}

function Preview({ values, type }: { values: FormFieldValues; type: FormField['FieldType'] }) {
  const t = useT()
  const itemsText = JSON.stringify(values.ListItems ?? [])
  const spec = useMemo(() => {
    const items = isListFieldType(type) ? (JSON.parse(itemsText) as CustomFieldItem[]).filter(({ Value }) => Value) : []
    return toCustomFieldSpec({
      CustomFieldCode: 'PREVIEW',
      CustomFieldName: `${values.CustomFieldName || t('custom-fields:fields.CustomFieldName')}`,
      FieldType: type,
      IsMandatoryYN: values.IsMandatoryYN === 'N' ? 'N' : 'Y',
      SequenceNo: 0,
      ListItems: items,
    })
  }, [type, itemsText, values.CustomFieldName, values.IsMandatoryYN, t])
  return (
    <>
      <Form component={false} layout="vertical">
        <FormFields
          area="custom-fields"
          fields={[spec] as never}
          shape={{}}
          values={{}}
          record={{}}
          disabled={false}
          columns={1}
        />
      </Form>
      {values.Status === 'Inactive' && <Muted as="p">{t('custom-fields:preview.hidden')}</Muted>}
    </>
  )
}
