import '../levels.css'

/** Progress bar towards the next category; hidden from screen readers, because the text beside it is equivalent. */
export const TierProgressBar = ({ share, reached }: { share: number; reached: boolean }) => (
  <span className={reached ? 'carat-progress carat-progress-reached' : 'carat-progress'} aria-hidden>
    <span style={{ inlineSize: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
  </span>
)
