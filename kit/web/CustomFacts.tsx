import { Facts } from './Facts.tsx'
import { useT } from './i18n.ts'
import { type CustomFieldsOf, type CustomHeld, useProvided } from './provided.ts'
import { Card } from './Sections.tsx'

/** What a record holds in the company's own fields; nothing where it holds none. */
export function CustomFacts({ of, held }: { of: CustomFieldsOf; held: CustomHeld }) {
  const t = useT()
  const items = useProvided().customFields.useFacts(of, held)
  return items.length > 0 ? (
    <Card title={t('kit:form.moreFields')}>
      <Facts items={items} />
    </Card>
  ) : null
}
