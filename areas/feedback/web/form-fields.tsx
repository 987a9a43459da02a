import { Input } from 'antd'
import { useState } from 'react'
import type { ControlProps, FormField } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { type addFeedback, FeedbackLanguage, type FormTexts } from '../contract.ts'
import { FormLanguageTabs } from './LanguageTabs.tsx'
import { feedbackLanguageName } from './languages.ts'

type Texts = Partial<Record<FeedbackLanguage, FormTexts>>

/** The form field for the texts around the questions, one language at a time. */
export function FormTextsField({ id, value, onChange, onBlur }: ControlProps) {
  const t = useT()
  const [language, setLanguage] = useState<FeedbackLanguage>('en')
  const texts = (value ?? {}) as Texts
  const current = texts[language] ?? {}
  const set = (field: keyof FormTexts, text: string) => {
    const next = Object.fromEntries(Object.entries({ ...current, [field]: text }).filter(([, words]) => words))
    const { [language]: _, ...others } = texts
    onChange?.(Object.keys(next).length > 0 ? { ...others, [language]: next } : others)
  }
  const names = {
    Title: t('feedback:fields.Title'),
    Introduction: t('feedback:fields.Introduction'),
    ThankYou: t('feedback:fields.ThankYou'),
  }
  const shared = { lang: language, ...(onBlur && { onBlur }) }
  return (
    <Stack gap="s">
      <FormLanguageTabs
        label={t('feedback:fields.Languages')}
        languages={FeedbackLanguage.options}
        current={language}
        onChange={setLanguage}
      />
      <Input
        {...shared}
        id={id}
        aria-label={names.Title}
        placeholder={names.Title}
        maxLength={200}
        value={current.Title ?? ''}
        onChange={(event) => set('Title', event.target.value)}
      />
      {(['Introduction', 'ThankYou'] as const).map((field) => (
        <Input.TextArea
          {...shared}
          key={field}
          aria-label={names[field]}
          placeholder={names[field]}
          maxLength={1000}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={current[field] ?? ''}
          onChange={(event) => set(field, event.target.value)}
        />
      ))}
    </Stack>
  )
}

const byRule = ({ Audience }: Record<string, unknown>) => String(Audience).startsWith('After')

export const feedbackFormFields: FormField<typeof addFeedback>[] = [
  'Name',
  'Code',
  { name: 'Description', kind: 'multiline' },
  'Type',
  'DisplayOption',
  'Status',
  {
    name: 'Languages',
    kind: 'several',
    choices: FeedbackLanguage.options.map((value) => ({ value, label: feedbackLanguageName(value) })),
    help: 'feedback:form.languagesHelp',
  },
  { name: 'Audience', help: 'feedback:form.audienceHelp' },
  { name: 'MinimumPurchase', show: ({ Audience }) => Audience === 'After purchase' },
  { name: 'RepeatDays', show: byRule },
  { name: 'LinkDays', show: ({ Audience }) => Audience !== 'Anyone' },
  'OpenFrom',
  'OpenTo',
  { name: 'AnonymousYN', help: 'feedback:form.anonymousHelp' },
  { name: 'LowScoreTaskYN', help: 'feedback:form.lowScoreHelp' },
  { name: 'Texts', help: 'feedback:form.textsHint', wide: true, control: (props) => <FormTextsField {...props} /> },
]
