import { brand } from '#shared/brand.ts'
import { PolicyPage } from './policy-page.tsx'
import { LEGAL } from './terms-legal.tsx'
import { SHOPPING } from './terms-shopping.tsx'

/** The terms in twenty sections: eleven about the shop, nine about the law. */
export default function Terms() {
  return (
    <PolicyPage
      title="Terms of Service"
      path="/termsofservice"
      description={`The terms under which you visit ${brand.roasters} and buy from us, in twenty sections, governed by the laws of the United States.`}
      lead="Twenty sections. Most say what you would expect: we are honest about our coffee, you are honest about who you are."
      sections={[...SHOPPING, ...LEGAL]}
    />
  )
}
