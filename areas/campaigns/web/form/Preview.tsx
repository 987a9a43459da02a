import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import type { NewObject } from '../../contract.ts'
import { type CampaignTerms, useOfferSentences } from '../sentence.ts'

/** A summary of the campaign in sentences, updated while the user types. */
export function CampaignPreview({ values, objects }: { values: FormFieldValues; objects: readonly NewObject[] }) {
  const t = useT()
  const lines = useOfferSentences()(values as CampaignTerms, objects)
  return (
    <Card title={t('campaigns:form.preview')}>
      {lines.length === 0 ? (
        <Muted>{t('campaigns:form.previewEmpty')}</Muted>
      ) : (
        <Stack gap="s" aria-live="polite">
          {lines.map((line, index) => (
            <span key={line}>{index === 0 ? <strong>{line}</strong> : line}</span>
          ))}
        </Stack>
      )}
    </Card>
  )
}
