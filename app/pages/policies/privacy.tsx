import { brand } from '#shared/brand.ts'
import { PolicyPage } from './policy-page.tsx'
import { COLLECTED } from './privacy-collected.tsx'
import { RIGHTS } from './privacy-rights.tsx'

export default function Privacy() {
  return (
    <PolicyPage
      title="Privacy Policy"
      path="/privacypolicy"
      description={`What ${brand.roasters} knows about you, why, who else sees it, how long it is kept, and what you can ask of us.`}
      lead="We know what you tell us, and what it takes to bring you coffee. We do not follow you around, and we sell nothing but what hangs on the wall."
      sections={[...COLLECTED, ...RIGHTS]}
    />
  )
}
