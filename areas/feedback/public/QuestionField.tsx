import { useId } from 'react'
import { CheckboxField, RequiredMark, SelectField, TextField } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import type { FeedbackAnswerValue } from '../contract/answers.ts'
import { ANSWER_TEXT_LENGTH_MAX, type PublicQuestion, SHORT_ANSWER_LENGTH_MAX } from '../contract.ts'
import './feedback.css'

type Props = {
  question: PublicQuestion
  answer: FeedbackAnswerValue | undefined
  onAnswer: (answer: FeedbackAnswerValue | undefined) => void
  fault: string | undefined
}

/** A question with the control of its type, labelled by the question text. */
export function QuestionField(props: Props) {
  const { question, answer, onAnswer, fault } = props
  const { Text, QuestionType, RequiredYN, Options } = question
  const shared = { label: <span lang={question.Language}>{Text}</span>, fault, required: RequiredYN === 'Y' }
  if (QuestionType === 'Short text' || QuestionType === 'Long text')
    return (
      <TextField
        {...shared}
        value={answer?.text}
        onChange={(text) => onAnswer(text ? { text } : undefined)}
        maxLength={QuestionType === 'Short text' ? SHORT_ANSWER_LENGTH_MAX : ANSWER_TEXT_LENGTH_MAX}
        {...(QuestionType === 'Long text' && { lines: 4 })}
      />
    )
  if (QuestionType === 'Date')
    return (
      <TextField
        {...shared}
        type="date"
        value={answer?.date}
        onChange={(date) => onAnswer(date ? { date } : undefined)}
      />
    )
  if (QuestionType === 'Dropdown')
    return (
      <>
        <SelectField
          {...shared}
          value={answer?.options?.[0]?.toString()}
          onChange={(key) => onAnswer(key ? { options: [Number(key)] } : undefined)}
          choices={Options.map(({ OptionKey, Text }) => ({ Value: `${OptionKey}`, Label: Text }))}
        />
        <OtherText {...props} />
      </>
    )
  return <Choices {...props} />
}

/** Shows the group of controls for one question, labelled by the question text. */
function Choices(props: Props) {
  const { question, fault } = props
  const id = useId()
  const isScale = question.QuestionType === 'Rating 1-5' || question.QuestionType === 'NPS 0-10'
  return (
    <fieldset className="pub-field" aria-describedby={fault && `${id}-fault`}>
      <legend className="pub-legend" lang={question.Language}>
        {question.Text}
        {question.RequiredYN === 'Y' && <RequiredMark />}
      </legend>
      {isScale ? <Scale {...props} name={id} /> : <Rows {...props} name={id} />}
      {fault && (
        <p id={`${id}-fault`} className="pub-fault">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** A scale of numbers to choose from, with a label at either end. */
function Scale({ question, answer, onAnswer, fault, name }: Props & { name: string }) {
  const t = useT()
  const isNps = question.QuestionType === 'NPS 0-10'
  const numbers = isNps ? Array.from({ length: 11 }, (_, number) => number) : [1, 2, 3, 4, 5]
  const ends = isNps ? 'feedback:scale.recommend' : 'feedback:scale.rating'
  return (
    <>
      <div className={isNps ? 'pub-scale pub-scale-long' : 'pub-scale'}>
        {numbers.map((number) => (
          <label key={number}>
            <input
              type="radio"
              name={name}
              checked={answer?.number === number}
              onChange={() => onAnswer({ number })}
              data-invalid={fault !== undefined}
            />
            <span>{number}</span>
          </label>
        ))}
      </div>
      <p className="pub-scale-ends pub-hint">
        <span>{t(`${ends}.least`)}</span>
        <span>{t(`${ends}.most`)}</span>
      </p>
    </>
  )
}

function Rows(props: Props & { name: string }) {
  const t = useT()
  const { question, answer, onAnswer, fault, name } = props
  const { QuestionType, Options, RequiredYN, Language } = question
  if (QuestionType === 'Yes/No')
    return (
      <div className="pub-choices">
        {(['Y', 'N'] as const).map((yn) => (
          <CheckboxField
            key={yn}
            type="radio"
            name={name}
            title={t(`feedback:yesNo.${yn}`)}
            checked={answer?.yn === yn}
            onChange={() => onAnswer({ yn })}
            invalid={fault !== undefined}
          />
        ))}
      </div>
    )
  const isMany = QuestionType === 'Multiple choice'
  const chosenKeys = answer?.options ?? []
  const choose = (key: number, checked: boolean) => {
    const options = isMany ? [...chosenKeys.filter((chosenKey) => chosenKey !== key), ...(checked ? [key] : [])] : [key]
    onAnswer(options.length > 0 ? { ...answer, options } : undefined)
  }
  return (
    <>
      {isMany && <p className="pub-hint">{t('feedback:several')}</p>}
      <div className="pub-choices" lang={Language}>
        {Options.map(({ OptionKey, Text }) => (
          <CheckboxField
            key={OptionKey}
            type={isMany ? 'checkbox' : 'radio'}
            name={name}
            title={Text}
            checked={chosenKeys.includes(OptionKey)}
            onChange={(checked) => choose(OptionKey, checked)}
            invalid={fault !== undefined}
          />
        ))}
      </div>
      <OtherText {...props} />
      {!isMany && RequiredYN === 'N' && chosenKeys.length > 0 && (
        <button type="button" className="pub-button" onClick={() => onAnswer(undefined)}>
          {t('feedback:clear')}
        </button>
      )}
    </>
  )
}

/** The input for the free text of a chosen option that allows free text. */
function OtherText({ question, answer, onAnswer }: Props) {
  const t = useT()
  const takesWords = question.Options.some(
    ({ OptionKey, AllowOtherYN }) => AllowOtherYN === 'Y' && answer?.options?.includes(OptionKey),
  )
  if (!takesWords) return null
  return (
    <TextField
      label={t('feedback:ownWords')}
      value={answer?.text}
      maxLength={SHORT_ANSWER_LENGTH_MAX}
      onChange={(text) => onAnswer({ ...answer, text })}
    />
  )
}
