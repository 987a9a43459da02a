import { Segmented } from 'antd'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getTemplate, type TemplateLanguage } from '../../contract.ts'
import { templateLanguageName } from '../languages.ts'
import { useTemplateOptions } from '../useOptions.ts'
import { TemplateTextPreview } from './TextPreview.tsx'

/** Shows a stored template in each of its languages. */
export function TemplatePreview({ TemplateId }: { TemplateId: number }) {
  const t = useT()
  const [language, setLanguage] = useState<TemplateLanguage>()
  const { fields } = useTemplateOptions()
  const { data, error, refetch } = useRead(getTemplate, { TemplateId })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const text = data && (data.Texts.find(({ Language }) => Language === language) ?? data.Texts[0])
  if (!data || !text) return <LoadingState rows={8} />
  return (
    <Stack gap="s">
      {data.Texts.length > 1 && (
        <Segmented<TemplateLanguage>
          aria-label={t('messages:fields.Language')}
          value={text.Language}
          options={data.Texts.map(({ Language }) => ({ value: Language, label: templateLanguageName(Language) }))}
          onChange={setLanguage}
        />
      )}
      <TemplateTextPreview
        type={data.ContactType}
        event={data.Event}
        language={text.Language}
        text={text}
        fields={fields}
        test={{ TemplateId, unsaved: false }}
      />
    </Stack>
  )
}
