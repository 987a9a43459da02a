import '../levels.css'

/** The progress towards the next card category; the words beside it say the same. */
export const Progress = ({ share, reached }: { share: number; reached: boolean }) => (
  <span className={reached ? 'carat-progress carat-progress-reached' : 'carat-progress'} aria-hidden>
    <span style={{ inlineSize: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
  </span>
)
