import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Stack } from '#kit/web/Layout.tsx'
import { type QuestionGroup, questionTypesForConditions, type ShowIf } from '../../contract.ts'

type Props = {
  earlier: readonly QuestionGroup[]
  value: ShowIf | null
  onChange: (value: ShowIf | null) => void
  words: (answer: string) => string
}

const upTo = (from: number, most: number) =>
  Array.from({ length: most - from + 1 }, (_, index) => ({ value: `${from + index}`, label: `${from + index}` }))

function answersOf({ QuestionType, Questions }: QuestionGroup, words: Props['words']) {
  if (QuestionType === 'Yes/No') return ['Y', 'N'].map((value) => ({ value, label: words(value) }))
  if (QuestionType === 'Rating 1-5') return upTo(1, 5)
  if (QuestionType === 'NPS 0-10') return upTo(0, 10)
  return (Questions[0]?.FeedbackOptions ?? []).map(({ OptionKey, Text }) => ({ value: `${OptionKey}`, label: Text }))
}

/** Sets whether a question is always visible, or only after certain answers to an earlier question. */
export function QuestionConditionField({ earlier, value, onChange, words }: Props) {
  const t = useT()
  const sources = earlier.filter(({ QuestionType }) => questionTypesForConditions.includes(QuestionType))
  const source = sources.find(({ GroupKey }) => GroupKey === value?.GroupKey)
  return (
    <Stack gap="s">
      <Muted>{t('feedback:question.conditionHint')}</Muted>
      <ChoiceSelect
        area="feedback"
        field="ShowIf"
        allowClear
        aria-label={t('feedback:question.conditionQuestion')}
        placeholder={t('feedback:question.always')}
        choices={sources.map(({ GroupKey, SequenceNo, Questions }) => ({
          value: `${GroupKey}`,
          label: `${SequenceNo}. ${Questions[0]?.Text ?? ''}`,
        }))}
        value={value ? `${value.GroupKey}` : null}
        onChange={(key) => onChange(key ? { GroupKey: Number(key), Answers: [] } : null)}
      />
      {source && value && (
        <ChoiceSelect
          key={source.GroupKey}
          area="feedback"
          field={`ShowIf${source.GroupKey}`}
          mode="multiple"
          aria-label={t('feedback:question.conditionAnswers')}
          placeholder={t('feedback:question.conditionAnswers')}
          choices={answersOf(source, words)}
          value={value.Answers}
          onChange={(selected) => onChange({ ...value, Answers: [selected ?? []].flat() })}
        />
      )}
    </Stack>
  )
}
