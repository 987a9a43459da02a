import { Row } from '#kit/web/Layout.tsx'
import type { FeedbackLanguage } from '../contract.ts'
import { feedbackLanguageName } from './languages.ts'

type Props = {
  label: string
  languages: readonly FeedbackLanguage[]
  current: FeedbackLanguage
  onChange: (language: FeedbackLanguage) => void
}

/** Shows tabs with which the user switches between languages. */
export const FormLanguageTabs = ({ label, languages, current, onChange }: Props) => (
  <Row>
    <fieldset className="carat-segments" style={{ flexWrap: 'wrap' }} aria-label={label}>
      {languages.map((code) => (
        <button key={code} type="button" lang={code} aria-pressed={code === current} onClick={() => onChange(code)}>
          {feedbackLanguageName(code)}
        </button>
      ))}
    </fieldset>
  </Row>
)
