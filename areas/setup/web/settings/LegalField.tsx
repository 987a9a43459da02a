import { Input, Segmented } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { currentLanguage, languages, useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'

type Texts = Record<string, string>

/** Field with one text per language; readers of a language without a text see another language. */
export function LegalTextField({ id, value, onChange, onBlur }: ControlProps) {
  const t = useT()
  const texts = (value ?? {}) as Texts
  const [language, setLanguage] = useState<string>(currentLanguage())
  const setText = (text: string) => {
    const { [language]: _, ...otherTexts } = texts
    onChange?.(text.trim() === '' ? otherTexts : { ...otherTexts, [language]: text })
  }
  return (
    <Stack gap="xs">
      <Segmented
        aria-label={t('setup:legalText.languages')}
        value={language}
        onChange={setLanguage}
        options={languages.map(({ code, name }) => ({
          value: code,
          label: <span lang={code}>{texts[code] ? `${name} ✓` : name}</span>,
        }))}
      />
      <Input.TextArea
        id={id}
        lang={language}
        value={texts[language] ?? ''}
        autoSize={{ minRows: 10, maxRows: 20 }}
        maxLength={20_000}
        onChange={({ target }) => setText(target.value)}
        onBlur={onBlur}
      />
      <Muted>{t('setup:legalText.hint')}</Muted>
    </Stack>
  )
}
