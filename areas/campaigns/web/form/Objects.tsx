import { Form, Typography } from 'antd'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { listProductGroups } from '#areas/setup/contract/product-groups.ts'
import { getStockGroups } from '#areas/setup/contract.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { CallError, call } from '#kit/web/call.ts'
import type { SelectChoiceSource } from '#kit/web/choices.ts'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { TextSource } from '#kit/web/message.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { type NewObject, ObjectCode, objectRefusals } from '../../contract.ts'

const choices: Record<ObjectCode, SelectChoiceSource> = {
  Outlet: 'outlet',
  CardCategory: async () =>
    (await fetchActiveCardCategoryChoices()).map(({ value, label }) => ({ value, label, hint: value })),
  Brand: { list: 'Brand' },
  ProductType: { list: 'ProductType' },
  ProductGroup: async () => {
    const { rows } = await call(listProductGroups, { Search: { Status: 'Active' } })
    return rows.map(({ ProductCode, ProductName }) => ({ value: ProductCode, label: ProductName, hint: ProductCode }))
  },
  StockGroup: async () => {
    const { rows } = await call(getStockGroups, {})
    return rows.map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
  },
}

const order = Object.keys(choices) as ObjectCode[]
const fieldOf = (code: ObjectCode) => `Object${code}`

/** Converts the form values to campaign objects as the API expects them. */
export const toCampaignObjects = (values: FormFieldValues): NewObject[] =>
  ObjectCode.options.flatMap((code) =>
    ((values[fieldOf(code)] as string[] | undefined) ?? []).map((ObjectValue) => ({ ObjectCode: code, ObjectValue })),
  )

/** Converts campaign objects to form values, as the inverse of `toCampaignObjects`. */
export const toObjectFormValues = (objects: readonly NewObject[]): FormFieldValues =>
  Object.fromEntries(
    order.map((code) => [
      fieldOf(code),
      objects.filter(({ ObjectCode: kind }) => kind === code).map(({ ObjectValue }) => ObjectValue),
    ]),
  )

/** Returns the title of the error after a failed save. An unknown object has a title of its own. */
export const saveFailureTitle =
  (otherwise: TextKey): TextSource<[error: Error]> =>
  (error) =>
    t(
      error instanceof CallError && error.code === objectRefusals.unknown.code
        ? 'campaigns:failed.createObject'
        : otherwise,
    )

/** The fields for outlets, card categories and products. Each takes several values; an empty field restricts nothing. */
export function CampaignObjectFields({ start }: { start: FormFieldValues }) {
  const t = useT()
  const labels = useLabels('campaigns')
  return (
    <div className="carat-fields carat-fields-two">
      <div className="carat-form-heading">
        <Typography.Title level={3}>{t('campaigns:form.objects')}</Typography.Title>
        <Typography.Paragraph type="secondary">{t('campaigns:form.objectsHint')}</Typography.Paragraph>
      </div>
      {order.map((code) => (
        <Form.Item
          key={code}
          name={fieldOf(code)}
          initialValue={start[fieldOf(code)] ?? []}
          label={labels.value('ObjectCode', code)}
        >
          <ChoiceSelect
            mode="multiple"
            allowClear
            area="campaigns"
            field={fieldOf(code)}
            choices={choices[code]}
            failed="campaigns:failed.objects"
            placeholder={t('kit:search.all')}
          />
        </Form.Item>
      ))}
    </div>
  )
}
