"""How rows hang together: exchanges, turns and neighbours."""

from stelae.recall.layout import EXCHANGE_SPREAD, TURN_SPREAD, layout_of
from stelae.text.cues import ASKS
from tests.recall.catalogs import Row, catalog, memory


def test_a_message_and_its_answer_are_one_unit() -> None:
    """The assistant's half belongs to the user's half before it, in the same session only."""
    rows = [
        Row(session="a"),
        Row(session="b"),
        Row(session="a", role=1),
        Row(session="b", role=1),
        Row(session="b", role=1),
    ]
    layout = layout_of(catalog(rows))
    assert layout.answer.tolist() == [2, 3, -1, -1, -1]
    assert layout.unit.tolist() == [True, True, False, False, True]


def test_without_a_session_nothing_belongs_together() -> None:
    """No session, no exchange and no neighbour."""
    layout = layout_of(catalog([Row(), Row(role=1), Row()]))
    assert layout.unit.all()
    assert len(layout.edge_from) == 0


def test_named_speakers_take_turns_and_make_no_exchanges() -> None:
    """In a dialogue of two people every turn is a unit of its own."""
    rows = [Row(session="a", speaker="Tom"), Row(session="a", speaker="Nora", role=1)]
    layout = layout_of(catalog(rows))
    assert layout.unit.all()
    assert layout.named.all()


def test_bare_roles_are_no_names() -> None:
    """A speaker called `user` is the role."""
    rows = [Row(session="a", speaker="user"), Row(session="a", speaker="assistant", role=1)]
    layout = layout_of(catalog(rows))
    assert not layout.named.any()
    assert layout.unit.tolist() == [True, False]


def test_the_turn_after_a_question_gets_the_most() -> None:
    """Half of a question's score goes to the turn after it, a tenth of anything else's."""
    rows = [
        Row(session="a", speaker="Tom", cues=ASKS),
        Row(session="a", speaker="Nora"),
        Row(session="a", speaker="Tom"),
    ]
    layout = layout_of(catalog(rows))
    assert list(zip(layout.edge_from.tolist(), layout.edge_to.tolist(), strict=True)) == [
        (0, 1),
        (1, 2),
    ]
    assert layout.forward.tolist() == [TURN_SPREAD[0], TURN_SPREAD[1]]
    assert layout.back.tolist() == [TURN_SPREAD[2]] * 2


def test_exchanges_share_less_and_skip_over_answers_and_memories() -> None:
    """Neighbours are units of the same session, whatever was written between them."""
    rows = [
        Row(session="a"),
        Row(session="a", role=1, cues=ASKS),
        memory(session="a"),
        Row(session="a"),
        Row(session="a", role=1),
    ]
    layout = layout_of(catalog(rows))
    assert (layout.edge_from.tolist(), layout.edge_to.tolist()) == ([0], [3])
    assert (layout.forward.tolist(), layout.back.tolist()) == (
        [EXCHANGE_SPREAD[0]],
        [EXCHANGE_SPREAD[2]],
    )


def test_messages_without_answer_share_nothing() -> None:
    """Notes one after another are no dialogue."""
    assert len(layout_of(catalog([Row(session="a"), Row(session="a")])).edge_from) == 0


def test_an_empty_scope_has_an_empty_layout() -> None:
    """No rows, no error."""
    assert len(layout_of(catalog([])).unit) == 0
