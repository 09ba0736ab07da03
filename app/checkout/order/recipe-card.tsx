import { Link } from 'react-router'
import type { BrewGuide } from '#shared/content/api/brew-guides.ts'
import { clockOf, doneText, stepTitle, temperatureText } from '#shared/content/brew-recipe.ts'
import { recipeFor, type OwnRecipe } from '#shared/content/guide-for.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { timeText } from '#app/catalog/shop/recipe-facts.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import styles from './after-thanks.module.css'

type Found = { names: string[]; own: OwnRecipe | null; guide: BrewGuide | null }

/** The recipes for the coffees of an order, by coffee and grind. Coffees with the same recipe share one. */
export function recipesOf({ orderItems }: Order, guides: readonly BrewGuide[]): Found[] {
  const found = new Map<string, Found>()
  for (const { coffee, grind, name } of orderItems) {
    const recipe = coffee && recipeFor(guides, coffee, grind)
    if (!recipe) continue
    const { brewMethod, brewDose, brewWater, brewSeconds } = recipe.own ?? {}
    const key = JSON.stringify([brewMethod, brewDose, brewWater, brewSeconds, recipe.guide?._id])
    const names = found.get(key)?.names ?? []
    found.set(key, { ...recipe, names: names.includes(name) ? names : [...names, name] })
  }
  return [...found.values()]
}

/** How to brew the coffees of an order. Of several recipes, one is open at a time. */
export function Recipes({ recipes }: { recipes: Found[] }) {
  const [first, ...others] = recipes
  if (!first) return null
  return (
    <section className={styles.idea} aria-labelledby="how-to-brew">
      <h2 id="how-to-brew">How to brew it</h2>
      {others.length === 0 ? (
        <Recipe of={first} />
      ) : (
        <div>
          {recipes.map((each, index) => (
            <Disclosure
              key={each.names.join()}
              name="recipes"
              summary={each.names.join(', ')}
              open={index === 0}
              className="rule-soft"
            >
              <Recipe of={each} isNamed />
            </Disclosure>
          ))}
        </div>
      )}
    </section>
  )
}

function Recipe({ of: { names, own, guide }, isNamed = false }: { of: Found; isNamed?: boolean }) {
  const title = own ? own.brewMethod || 'Our recipe' : guide?.name
  const dose = own?.brewDose ? `?dose=${own.brewDose}` : ''
  return (
    <div className={`stack-1 ${styles.recipe}`}>
      <p>
        <strong>{title}</strong>
        {isNamed ? null : <em className="soft"> {names.join(', ')}</em>}
      </p>
      {own ? <OwnFacts of={own} /> : null}
      {guide && !own ? <GuideFacts of={guide} /> : null}
      {guide ? (
        <p>
          <Link to={`/brew/${guide.slug}${dose}`} className="reach">
            {guide.name} guide, with a timer
          </Link>
        </p>
      ) : null}
    </div>
  )
}

function OwnFacts({ of: { brewDose, brewWater, brewSeconds } }: { of: OwnRecipe }) {
  return (
    <dl className={`lining ${styles.facts}`}>
      {brewDose ? <Fact term="Coffee">{formatNumber(brewDose)} g</Fact> : null}
      {brewWater ? <Fact term="Water">{formatNumber(brewWater)} g</Fact> : null}
      {brewSeconds ? <Fact term="Time">{timeText(brewSeconds)}</Fact> : null}
    </dl>
  )
}

/** A recipe in short: the guide has the waits and the sentences. */
function GuideFacts({ of: guide }: { of: BrewGuide }) {
  const { dose, water, celsius, isYield, grind, steps } = guide
  const acts = steps.filter(({ kind }) => kind !== 'wait')
  return (
    <>
      <dl className={`lining ${styles.facts}`}>
        <Fact term="Coffee">
          {formatNumber(dose)} g, ground {grind}
        </Fact>
        <Fact term={isYield ? 'In the cup' : 'Water'}>
          {formatNumber(water)} g
          {isYield ? '' : celsius === null ? ', cold' : `, ${temperatureText(celsius)}`}
        </Fact>
        {isYield && celsius ? <Fact term="Water">{temperatureText(celsius)}</Fact> : null}
        <Fact term="Time">{doneText(guide)}</Fact>
      </dl>
      {acts.length > 1 ? (
        <ol className={`lining ${styles.pours}`}>
          {acts.map((step) => (
            <li key={step.start}>
              <span className="figures soft">{clockOf(step.start)}</span> {stepTitle(step, isYield)}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
