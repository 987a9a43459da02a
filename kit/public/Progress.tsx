/** Shows progress as text and as a bar. */
export const StepProgress = ({ step, count, label }: { step: number; count: number; label: string }) => (
  <div className="pub-progress">
    <p className="pub-progress-label">{label}</p>
    <div className="pub-bar" aria-hidden>
      <i style={{ inlineSize: `${(step / count) * 100}%` }} />
    </div>
  </div>
)
