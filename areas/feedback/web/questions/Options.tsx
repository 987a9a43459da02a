import { Button, Checkbox, Input, InputNumber } from 'antd'
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { type FeedbackLanguage, OPTIONS_PER_QUESTION_MAX } from '../../contract.ts'
import { feedbackLanguageName } from '../languages.ts'
import { SortableList } from '../SortableList.tsx'
import { createEmptyOption, type QuestionDraftOption } from './draft.ts'

type Props = {
  languages: readonly FeedbackLanguage[]
  options: readonly QuestionDraftOption[]
  onChange: (options: QuestionDraftOption[]) => void
}

/** Groups the texts of one option visually. */
const framed = {
  margin: 0,
  padding: 12,
  border: '1px solid var(--ant-color-border-secondary)',
  borderRadius: 8,
  background: 'var(--ant-color-bg-container)',
}

/** Edits the options of a question in order, each with its texts in all languages. */
export function QuestionOptionsEditor({ languages, options, onChange }: Props) {
  const t = useT()
  const change = (id: number, next: Partial<QuestionDraftOption>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...next } : option)))
  const move = (from: number, to: number) => {
    const next = [...options]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <Stack gap="m">
      <SortableList
        rows={options}
        keyOf={({ id }) => id}
        nameOf={(option) => t('feedback:question.option', { number: options.indexOf(option) + 1 })}
        onMove={move}
      >
        {(option, index, handle) => {
          const number = index + 1
          return (
            <Stack as="fieldset" gap="s" style={framed} aria-label={t('feedback:question.option', { number })}>
              {languages.map((code) => (
                <Input
                  key={code}
                  lang={code}
                  aria-label={`${t('feedback:question.option', { number })}, ${feedbackLanguageName(code)}`}
                  placeholder={t('feedback:question.option', { number })}
                  {...(languages.length > 1 && { prefix: <Muted>{feedbackLanguageName(code)}</Muted> })}
                  maxLength={200}
                  value={option.Texts[code] ?? ''}
                  onChange={(event) => change(option.id, { Texts: { ...option.Texts, [code]: event.target.value } })}
                />
              ))}
              <Row justify="spread">
                <Row>
                  <InputNumber
                    aria-label={`${t('feedback:fields.ScoreValue')}, ${number}`}
                    placeholder={t('feedback:fields.ScoreValue')}
                    precision={0}
                    min={-1000}
                    max={1000}
                    value={option.ScoreValue}
                    onChange={(value) => change(option.id, { ScoreValue: value })}
                  />
                  <Checkbox
                    checked={option.AllowOtherYN === 'Y'}
                    onChange={(event) => change(option.id, { AllowOtherYN: event.target.checked ? 'Y' : 'N' })}
                  >
                    {t('feedback:fields.AllowOtherYN')}
                  </Checkbox>
                </Row>
                <Row gap="xs">
                  {handle}
                  <Button
                    type="text"
                    icon={<ArrowUpIcon aria-hidden />}
                    aria-label={t('feedback:question.up', { name: number })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDownIcon aria-hidden />}
                    aria-label={t('feedback:question.down', { name: number })}
                    disabled={index === options.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button
                    type="text"
                    danger
                    icon={<Trash2Icon aria-hidden />}
                    aria-label={`${t('kit:verbs.remove')}: ${number}`}
                    onClick={() => onChange(options.filter(({ id }) => id !== option.id))}
                  />
                </Row>
              </Row>
            </Stack>
          )
        }}
      </SortableList>
      <Row>
        <Button
          icon={<PlusIcon aria-hidden />}
          disabled={options.length >= OPTIONS_PER_QUESTION_MAX}
          onClick={() => onChange([...options, createEmptyOption()])}
        >
          {t('feedback:question.addOption')}
        </Button>
      </Row>
    </Stack>
  )
}
