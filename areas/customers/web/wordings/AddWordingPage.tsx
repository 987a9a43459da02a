import { Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { currentLanguage, languages, useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getConsentWording, publishConsentWording } from '../../contract/consent-wordings.ts'
import { ConsentChannel } from '../../contract/consents.ts'
import { wordingsPath } from '../../paths.ts'

/** Edits a copy of the current consent wording, one language at a time. A published wording cannot be changed. */
export function AddWordingPage() {
  const t = useT()
  const labels = useLabels('customers')
  const navigate = useNavigate()
  const [language, setLanguage] = useState<string>(currentLanguage())
  const { data, error, refetch } = useRead(getConsentWording, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return (
    <Card>
      <RecordForm
        area="customers"
        call={publishConsentWording}
        initial={{ ...data, Remark: null }}
        fixed={{ BasedOn: data.Version }}
        note={
          <Stack gap="s">
            <Muted as="p">{t('customers:wordings.explained', { version: data.Version })}</Muted>
            <Row className="carat-space-after">
              <fieldset
                className="carat-segments"
                style={{ flexWrap: 'wrap' }}
                aria-label={t('customers:wordings.languages')}
              >
                {languages.map(({ code, name }) => (
                  <button
                    key={code}
                    type="button"
                    lang={code}
                    aria-pressed={code === language}
                    onClick={() => setLanguage(code)}
                  >
                    {name}
                  </button>
                ))}
              </fieldset>
            </Row>
          </Stack>
        }
        fields={[
          ...ConsentChannel.options.map((channel) => ({
            name: channel,
            title: labels.value('Channel', channel),
            control: (props: ControlProps) => <WordingField {...props} language={language} />,
          })),
          { name: 'Remark', help: 'customers:wordings.remarkHelp' },
        ]}
        submit="customers:wordings.publish"
        done="customers:wordings.published"
        failed="customers:wordings.failed"
        onDone={() => navigate(wordingsPath())}
        onCancel={() => navigate(wordingsPath())}
      />
    </Card>
  )
}

/** The text field for the wording of one channel in the selected language. */
function WordingField({ id, value, onChange, onBlur, language }: ControlProps & { language: string }) {
  const texts = (value ?? {}) as Record<string, string>
  const write = (text: string) => {
    const { [language]: _, ...others } = texts
    onChange?.(text.trim() === '' ? others : { ...others, [language]: text })
  }
  return (
    <Input.TextArea
      {...(id && { id })}
      lang={language}
      value={texts[language] ?? ''}
      autoSize={{ minRows: 2, maxRows: 8 }}
      maxLength={500}
      onChange={({ target }) => write(target.value)}
      onBlur={onBlur}
    />
  )
}
