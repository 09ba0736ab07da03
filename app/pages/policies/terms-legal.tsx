import { brand } from '#shared/brand.ts'
import { MailLink } from './mail-link.tsx'
import type { Section } from './policy-page.tsx'

/** Sections 12 to 20 of the terms. */
export const LEGAL: Section[] = [
  {
    id: 'works',
    title: 'Pictures, art and names',
    text: (
      <p>
        The texts, pictures, labels and names on this site belong to {brand.roasters}; the works of the art
        show belong to their artists. You may link to and share our pages. For everything else, ask us or, for
        a work of art, the artist.
      </p>
    ),
  },
  {
    id: 'third-parties',
    title: 'Other people’s sites and tools',
    text: (
      <p>
        Some parts of the service come from others, such as payment, parcels and music, and some links lead to
        sites that are not ours. We provide them as they are. We do not examine them and are not liable for
        them; please read their own terms, and raise what concerns their products with them.
      </p>
    ),
  },
  {
    id: 'personal-information',
    title: 'Personal information',
    text: (
      <p>
        Our <a href="/privacypolicy">Privacy Policy</a> says what we know about you and what we do with it.
      </p>
    ),
  },
  {
    id: 'errors',
    title: 'Errors and omissions',
    text: (
      <p>
        Now and then something here may be misspelled, out of date or wrong, in a description, a price, an
        offer or a shipping time. We may correct it at any time, also after an order was placed, and may then
        cancel that order with a full refund.
      </p>
    ),
  },
  {
    id: 'prohibited',
    title: 'What you may not do',
    text: (
      <>
        <p>You may not use the site or what is on it</p>
        <ul>
          <li>for any unlawful purpose, or to ask others to act unlawfully;</li>
          <li>to violate any law, or our or other people’s rights;</li>
          <li>to harass, insult, harm, defame or discriminate against anyone;</li>
          <li>to give false or misleading information;</li>
          <li>to send viruses or other malicious code, or to interfere with the security of the service;</li>
          <li>to collect other people’s personal information, or to spam, phish, crawl or scrape;</li>
          <li>to order goods you do not mean to pay for, so that others cannot buy them.</li>
        </ul>
        <p>If you do, we may end your use of the service.</p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Warranties and liability',
    text: (
      <>
        <p>
          The service and all goods delivered through it are, except where we expressly say otherwise,
          provided “as is” and “as available”, without warranties of any kind, express or implied, including
          those of merchantability, fitness for a particular purpose, durability, title and non-infringement.
          We do not promise that the service will be uninterrupted, timely, secure or free of errors.
        </p>
        <p>
          As far as the law allows, {brand.roasters}, its owners, staff and suppliers are not liable for any
          indirect, incidental, punitive, special or consequential damages, lost profits or lost data that
          arise from your use of the service or of goods bought through it. Where a state does not allow such
          limits, our liability is limited to the extent that it does, and in any case to what you paid for
          the goods concerned. Nothing here limits liability that cannot be limited by law.
        </p>
        <p>
          Our kitchen and our goods meet wheat, milk, eggs and nuts. If you have an allergy, ask before you
          taste.
        </p>
      </>
    ),
  },
  {
    id: 'indemnification',
    title: 'Indemnification',
    text: (
      <p>
        You agree to hold {brand.roasters}, its owners, staff and suppliers harmless from claims of third
        parties, including reasonable attorneys’ fees, that arise from your breach of these terms or of the
        policies they name, or from your violation of a law or of the rights of others.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending, and what remains',
    text: (
      <>
        <p>
          These terms hold until you or we end them. You may end them at any time by telling us that you no
          longer wish to use the service, or by not using it any more. If you fail to keep to them, we may end
          them without notice; what you owe until then remains due, and paid orders are still fulfilled or
          refunded.
        </p>
        <p>
          If a part of these terms is unlawful or void, the rest remains in force. That we do not insist on a
          right at once does not mean that we give it up. These terms and the policies they name are the whole
          agreement between you and us and replace all earlier ones.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Governing law, changes and contact',
    text: (
      <>
        <p>
          These terms, and any separate agreement under which we serve you, are governed by the laws of the
          United States and, within them, of the Commonwealth of Virginia.
        </p>
        <p>
          The current version is always on this page, with the date of its last change on top. Using the
          service after a change means that you accept it; for an order, the version of the day you placed it
          counts.
        </p>
        <p>
          Questions about these terms: <MailLink />.
        </p>
      </>
    ),
  },
]
