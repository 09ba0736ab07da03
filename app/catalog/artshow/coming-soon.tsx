import { Band } from '#app/platform/ui/band.tsx'

/** Shown while no artist is featured. */
export function ComingSoon({ text }: { text: string }) {
  return (
    <div>
      <Band text="COMING SOON" hasPauseButton={false} />
      <Band text="COMING SOON" reverse />
      <Band text="COMING SOON" hasPauseButton={false} />
      <p className="above-6 lead italic">{text}</p>
    </div>
  )
}
