"""Common English given names, for people who write without capitals: `i'm tom` is a name, `i'm tired` is none.

Names that are also words, places or peoples (`will`, `grace`, `paris`, `german`) are left out: nothing but the capital tells
them apart.
"""

GIVEN_NAMES = (
    "aaron|abigail|adam|adrian|aisha|alan|albert|alejandro|alex|alexander|alexandra|alexis|alfred|alice|alicia|allison|amanda"
    "|amelia|amir|amy|ana|andrea|andrew|andy|angela|anita|anna|anne|annie|anthony|antonio|arthur|ashley|audrey|ben|benjamin"
    "|beth|betty|bob|bobby|brandon|brenda|brian|bruce|bryan|caleb|cameron|carla|carlos|carmen|caroline|catherine|charles"
    "|charlie|charlotte|chloe|chris|christina|christine|christopher|claire|clara|colin|connor|craig|cynthia|daniel|daniela"
    "|danny|dave|david|deborah|denise|dennis|derek|diana|diane|diego|dmitri|donald|donna|doris|dorothy|doug|douglas|dylan"
    "|edward|eileen|elena|eli|elijah|elizabeth|ella|ellen|emily|emma|eric|erica|erik|ethan|eva|evan|evelyn|fatima|felix|fiona"
    "|frances|francisco|fred|gabriel|gabriela|gary|george|gina|gloria|greg|gregory|hannah|harold|hassan|heather|helen|henry"
    "|howard|hugo|ian|isaac|isabel|isabella|ivan|jack|jackie|jacob|jacqueline|jake|james|jamie|jane|janet|jason|javier|jean"
    "|jeff|jeffrey|jen|jenna|jennifer|jenny|jeremy|jerry|jesse|jessica|jill|jim|jimmy|joan|joanna|joe|joel|john|johnny|jon"
    "|jonathan|jordi|jorge|jose|joseph|josh|joshua|juan|judith|judy|julia|julian|julie|justin|karen|kate|katherine|kathleen"
    "|katie|keith|kelly|ken|kenneth|kevin|kim|kyle|larry|laura|lauren|leo|leon|leonard|leslie|liam|linda|lisa|logan|louis"
    "|louise|lucas|lucia|lucy|luis|luke|lydia|madison|marcus|margaret|maria|marie|marina|mario|marta|martha|martin|mary"
    "|mateo|matt|matthew|maya|megan|melissa|mia|michael|michelle|miguel|mike|mohammed|molly|monica|nancy|natalie|natasha"
    "|nathan|neil|nicholas|nicole|nina|noah|nora|oliver|olivia|omar|oscar|owen|pablo|pamela|patricia|patrick|paul|paula"
    "|pedro|peter|phil|philip|phoebe|priya|rachel|ralph|raymond|rebecca|ricardo|richard|rita|robert|roberta|roger|ronald"
    "|ruth|ryan|sally|sam|samantha|samuel|sandra|sara|sarah|scott|sean|sebastian|sergio|shannon|sharon|shirley|simon|sofia"
    "|sophia|sophie|stephanie|stephen|steve|steven|stuart|susan|tara|teresa|theodore|theresa|thomas|tim|timothy|tina|todd"
    "|tom|tommy|tony|tracy|tyler|valerie|vanessa|victor|victoria|vincent|walter|wendy|william|yusuf|yuki|zach|zachary|zoe"
)
"""Alternatives of a pattern, in lower case."""
