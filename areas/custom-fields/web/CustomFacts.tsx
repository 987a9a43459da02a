import { LabelledFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { type CustomFieldOwner, type CustomValues, useCustomFieldFacts } from './hooks.tsx'

/** Lists the custom values of a record; renders nothing for a record without values. */
export function CustomFieldFacts({ of, values }: { of: CustomFieldOwner; values: CustomValues }) {
  const t = useT()
  const items = useCustomFieldFacts(of, values)
  return items.length > 0 ? (
    <Card title={t('kit:form.moreFields')}>
      <LabelledFacts items={items} />
    </Card>
  ) : null
}
